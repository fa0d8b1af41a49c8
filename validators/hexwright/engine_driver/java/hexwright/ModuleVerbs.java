package hexwright;

import VASSAL.build.AbstractBuildable;
import VASSAL.build.Buildable;
import VASSAL.build.Configurable;
import VASSAL.build.module.Map;
import VASSAL.build.module.PrototypeDefinition;
import VASSAL.build.module.map.boardPicker.Board;
import VASSAL.build.module.map.boardPicker.board.mapgrid.Zone;
import VASSAL.build.widget.PieceSlot;
import VASSAL.counters.GamePiece;

import java.awt.Dimension;
import java.awt.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The module as VASSAL read it: maps, locations, slots, prototypes, components. */
final class ModuleVerbs {
  private ModuleVerbs() { }

  static void addTo(Verbs verbs) {
    verbs.look("maps", args -> maps());
    verbs.look("locate", ModuleVerbs::locate);
    verbs.look("slots", args -> slots());
    verbs.look("prototypes", args -> prototypes());
    verbs.look("tree", args -> tree());
    verbs.look("build_string", args -> Find.module().buildString());
  }

  private static Object maps() {
    final List<Object> maps = new ArrayList<>();
    for (final Map map : Map.getMapList()) {
      final Dimension size = map.mapSize();
      final List<String> boards = new ArrayList<>();
      for (final Board board : map.getBoards()) {
        boards.add(board.getName());
      }
      maps.add(Wire.fields(
        "name", map.getMapName(), "width", size.width, "height", size.height, "boards", boards,
        "showing", map.getView().isShowing()));
    }
    return maps;
  }

  /** Returns VASSAL's names and snap points of many places on a map, each given as [x, y] or a name. */
  private static Object locate(Args args) {
    final Map map = Find.map(args.text("map"));
    final List<Object> places = new ArrayList<>();
    for (final Object where : args.list("places")) {
      final Point point = Find.point(map, where);
      final Point snapped = map.snapTo(point);
      final Zone zone = map.findZone(point);
      places.add(Wire.fields(
        "x", point.x, "y", point.y, "location", map.locationName(point), "zone", zone == null ? null : zone.getName(),
        "snap_x", snapped.x, "snap_y", snapped.y));
    }
    return places;
  }

  private static Object slots() {
    final List<Object> slots = new ArrayList<>();
    for (final PieceSlot slot : Find.module().getAllDescendantComponentsOf(PieceSlot.class)) {
      final GamePiece piece = slot.getPiece();
      slots.add(Wire.fields(
        "gpid", slot.getGpId(), "name", named(slot.getConfigureName()),
        "type", piece == null ? null : piece.getType()));
    }
    return slots;
  }

  private static Object prototypes() {
    final java.util.Map<String, String> types = new TreeMap<>();
    for (final PrototypeDefinition prototype : Find.module().getAllDescendantComponentsOf(PrototypeDefinition.class)) {
      types.put(named(prototype.getConfigureName()), prototype.getPiece() == null ? null : prototype.getPiece().getType());
    }
    return types;
  }

  /** Returns a name of the Editor's, which modules written by old versions may leave out. */
  private static String named(String name) {
    return name == null ? "" : name;
  }

  private static Object tree() {
    final List<Object> components = new ArrayList<>();
    walk(Find.module(), 0, components);
    return components;
  }

  private static void walk(AbstractBuildable parent, int depth, List<Object> components) {
    for (final Buildable child : parent.getBuildables()) {
      final String name = child instanceof Configurable named ? named.getConfigureName() : null;
      components.add(Wire.fields("depth", depth, "class", child.getClass().getName(), "name", name));
      if (child instanceof AbstractBuildable inner) {
        walk(inner, depth + 1, components);
      }
    }
  }
}
