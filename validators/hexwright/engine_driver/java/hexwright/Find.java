package hexwright;

import VASSAL.build.GameModule;
import VASSAL.build.module.Map;
import VASSAL.build.module.map.boardPicker.Board;
import VASSAL.build.module.map.boardPicker.board.MapGrid;
import VASSAL.build.module.map.boardPicker.board.Region;
import VASSAL.build.module.map.boardPicker.board.mapgrid.Zone;
import VASSAL.build.widget.PieceSlot;
import VASSAL.configure.NamedHotKeyConfigurer;
import VASSAL.counters.GamePiece;
import VASSAL.counters.Stack;
import VASSAL.tools.NamedKeyStroke;

import java.awt.Point;
import java.awt.Rectangle;
import java.util.ArrayList;
import java.util.List;
import javax.swing.KeyStroke;

/** Finds parts of the module by the names in commands; an error for an unknown name lists the known ones. */
final class Find {
  private Find() { }

  static GameModule module() {
    return GameModule.getGameModule();
  }

  static void needGame() {
    if (!module().getGameState().isGameStarted()) {
      throw new IllegalStateException("no game is in progress");
    }
  }

  static Map map(String name) {
    final List<String> names = new ArrayList<>();
    for (final Map map : Map.getMapList()) {
      if (name.equals(map.getMapName())) {
        return map;
      }
      names.add(map.getMapName());
    }
    throw new IllegalArgumentException("no map '" + name + "'; there are " + names);
  }

  static Zone zone(String name) {
    for (final Map map : Map.getMapList()) {
      final Zone zone = map.findZone(name);
      if (zone != null) {
        return zone;
      }
    }
    throw new IllegalArgumentException("no zone '" + name + "'");
  }

  /** Returns every piece in the game except stacks and decks, in VASSAL's order. */
  static List<GamePiece> pieces() {
    final List<GamePiece> pieces = new ArrayList<>();
    for (final GamePiece piece : module().getGameState().getAllPieces()) {
      if (!(piece instanceof Stack)) {
        pieces.add(piece);
      }
    }
    return pieces;
  }

  static GamePiece piece(String id) {
    final GamePiece piece = module().getGameState().getPieceForId(id);
    if (piece == null) {
      throw new IllegalArgumentException("no piece with the id '" + id + "'");
    }
    return piece;
  }

  static List<GamePiece> pieces(List<String> ids) {
    final List<GamePiece> pieces = new ArrayList<>();
    for (final String id : ids) {
      pieces.add(piece(id));
    }
    return pieces;
  }

  /** Finds a palette's slot by gpid, or else by its name. */
  static PieceSlot slot(String name) {
    final List<PieceSlot> slots = module().getAllDescendantComponentsOf(PieceSlot.class);
    for (final PieceSlot slot : slots) {
      if (name.equals(slot.getGpId())) {
        return slot;
      }
    }
    for (final PieceSlot slot : slots) {
      if (name.equals(slot.getConfigureName())) {
        return slot;
      }
    }
    throw new IllegalArgumentException("no piece slot with the gpid or name '" + name + "'");
  }

  /** Parses a key: "keys:ctrl F" as java.awt writes it, "70,130" as VASSAL stores it, or a named key command. */
  static KeyStroke stroke(String text) {
    final KeyStroke stroke;
    if (text.startsWith("keys:")) {
      stroke = KeyStroke.getKeyStroke(text.substring("keys:".length()));
    }
    else if (text.matches("\\d+,\\d+.*")) {
      stroke = NamedHotKeyConfigurer.decode(text).getKeyStroke();
    }
    else {
      stroke = NamedKeyStroke.of(text).getKeyStroke();
    }
    if (stroke == null) {
      throw new IllegalArgumentException("'" + text + "' is not a keystroke (examples: flip; keys:ctrl F; 70,130)");
    }
    return stroke;
  }

  /** Parses a place on a map: [x, y] in map pixels, or the name of a location, region or zone. */
  static Point point(Map map, Object where) {
    if (where instanceof List<?> pair && pair.size() == 2 && pair.get(0) instanceof Number x
        && pair.get(1) instanceof Number y) {
      return new Point(x.intValue(), y.intValue());
    }
    final String name = String.valueOf(where);
    final Region region = map.findRegion(name);
    if (region != null) {
      return onMap(region.getBoard(), region.getOrigin());
    }
    for (final Board board : map.getBoards()) {
      final Point point = inGrid(board, name);
      if (point != null && board.bounds().contains(onMap(board, point))) {
        return onMap(board, point);
      }
    }
    final Zone zone = map.findZone(name);
    if (zone != null) {
      final Rectangle bounds = zone.getBounds();
      return onMap(zone.getBoard(), new Point((int) bounds.getCenterX(), (int) bounds.getCenterY()));
    }
    throw new IllegalArgumentException("no location '" + name + "' on map '" + map.getMapName() + "'");
  }

  private static Point inGrid(Board board, String name) {
    try {
      return board.getGrid() == null ? null : board.getGrid().getLocation(name);
    }
    catch (MapGrid.BadCoords e) {
      return null;
    }
  }

  private static Point onMap(Board board, Point onBoard) {
    final Rectangle bounds = board.bounds();
    return new Point(onBoard.x + bounds.x, onBoard.y + bounds.y);
  }
}
