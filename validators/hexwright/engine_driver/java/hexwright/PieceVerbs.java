package hexwright;

import VASSAL.build.module.Map;
import VASSAL.build.widget.PieceSlot;
import VASSAL.command.Command;
import VASSAL.command.SetPersistentPropertyCommand;
import VASSAL.configure.HotKeyConfigurer;
import VASSAL.counters.BasicPiece;
import VASSAL.counters.Deck;
import VASSAL.counters.Decorator;
import VASSAL.counters.DragBuffer;
import VASSAL.counters.EventFilter;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyBuffer;
import VASSAL.counters.KeyCommand;
import VASSAL.counters.Mat;
import VASSAL.counters.PieceCloner;
import VASSAL.counters.Properties;
import VASSAL.counters.PropertyExporter;
import VASSAL.counters.Stack;

import java.awt.Point;
import java.awt.event.ActionEvent;
import java.awt.event.InputEvent;
import java.awt.event.MouseEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import javax.swing.JComponent;
import javax.swing.KeyStroke;

/** Pieces: inspecting and dragging them, applying key commands, taking them from palettes and decks. */
final class PieceVerbs {
  private PieceVerbs() { }

  static void addTo(Verbs verbs) {
    verbs.look("pieces", PieceVerbs::pieces);
    verbs.look("piece_type", PieceVerbs::pieceType);
    verbs.look("menu", PieceVerbs::menu);
    verbs.look("decks", args -> decks());
    verbs.look("deck_menu", args -> deckMenu(args));
    verbs.change("deck_command", PieceVerbs::deckCommand);
    verbs.change("drag", PieceVerbs::drag);
    verbs.change("key", PieceVerbs::key);
    verbs.change("place", PieceVerbs::place);
    verbs.change("draw_from_deck", PieceVerbs::drawFromDeck);
    verbs.change("click", PieceVerbs::click);
  }

  // Inspection ----------------------------------------------------------------------------------

  private static Object pieces(Args args) {
    final List<String> properties = args.texts("properties");
    final List<GamePiece> chosen = args.has("ids") ? Find.pieces(args.texts("ids")) : Find.pieces();
    final List<Object> seen = new ArrayList<>();
    for (final GamePiece piece : chosen) {
      seen.add(seen(piece, properties));
    }
    return seen;
  }

  private static java.util.Map<String, Object> seen(GamePiece piece, List<String> wanted) {
    final Map map = piece.getMap();
    final Stack stack = piece.getParent();
    final java.util.Map<String, Object> properties = new TreeMap<>();
    for (final String name : wanted) {
      if (name.equals("*") && piece instanceof PropertyExporter exporter) {
        exporter.getProperties().forEach((key, value) -> properties.put(key, textOf(value)));
      }
      else {
        properties.put(name, textOf(piece.getProperty(name)));
      }
    }
    return Wire.fields(
      "id", piece.getId(),
      "name", piece.getName(),
      "gpid", textOf(piece.getProperty(Properties.PIECE_ID)),
      "map", map == null ? null : map.getMapName(),
      "x", piece.getPosition().x,
      "y", piece.getPosition().y,
      "location", map == null ? null : map.locationName(piece.getPosition()),
      "zone", textOf(piece.getProperty(BasicPiece.CURRENT_ZONE)),
      "stack", stack == null ? null : stack.getId(),
      "index", stack == null ? 0 : stack.indexOf(piece),
      "deck", stack instanceof Deck deck ? deck.getDeckName() : null,
      "properties", properties);
  }

  private static String textOf(Object value) {
    return value == null ? null : String.valueOf(value);
  }

  /** Returns the type and state of each trait, outermost first, as VASSAL writes them. */
  private static Object pieceType(Args args) {
    final List<Object> traits = new ArrayList<>();
    GamePiece piece = Find.piece(args.text("id"));
    while (piece instanceof Decorator trait) {
      traits.add(Wire.fields(
        "class", trait.getClass().getName(), "type", trait.myGetType(), "state", trait.myGetState()));
      piece = trait.getInner();
    }
    traits.add(Wire.fields("class", piece.getClass().getName(), "type", piece.getType(), "state", piece.getState()));
    return traits;
  }

  private static Object menu(Args args) {
    return items(Find.piece(args.text("id")));
  }

  private static Object deckMenu(Args args) {
    return items(deck(args.text("deck")));
  }

  private static List<Object> items(GamePiece piece) {
    final List<Object> items = new ArrayList<>();
    if (piece.getProperty(Properties.KEY_COMMANDS) instanceof KeyCommand[] commands) {
      for (final KeyCommand command : commands) {
        final KeyStroke stroke = command.getKeyStroke();
        items.add(Wire.fields(
          "text", command.getName(), "enabled", command.isEnabled(),
          "key", stroke == null ? null : HotKeyConfigurer.encode(stroke)));
      }
    }
    return items;
  }

  private static Object decks() {
    final List<Object> decks = new ArrayList<>();
    for (final GamePiece piece : Find.module().getGameState().getAllPieces()) {
      if (piece instanceof Deck deck) {
        decks.add(Wire.fields(
          "name", deck.getDeckName(), "map", deck.getMap() == null ? null : deck.getMap().getMapName(),
          "x", deck.getPosition().x, "y", deck.getPosition().y, "count", deck.getPieceCount()));
      }
    }
    return decks;
  }

  // Actions -------------------------------------------------------------------------------------

  /** Drops the contents of the drag buffer, with the same event that VASSAL itself uses. */
  private static void drop(Map map, Point where) {
    mouse(map, MouseEvent.MOUSE_RELEASED, where, MouseEvent.NOBUTTON, 0);
    DragBuffer.getBuffer().clear();
  }

  private static void mouse(Map map, int kind, Point where, int button, int modifiers) {
    final JComponent view = map.getView();
    final Point at = map.mapToComponent(where);
    view.dispatchEvent(
      new MouseEvent(view, kind, System.currentTimeMillis(), modifiers, at.x, at.y, 1, false, button));
  }

  private static boolean rejects(GamePiece piece, Object filterProperty) {
    final Map map = piece.getMap();
    if (map == null || !(piece.getProperty(filterProperty) instanceof EventFilter filter)) {
      return false;
    }
    final Point at = piece.getPosition();
    return filter.rejectEvent(new MouseEvent(map.getView(), MouseEvent.MOUSE_PRESSED, System.currentTimeMillis(),
      InputEvent.BUTTON1_DOWN_MASK, at.x, at.y, 1, false, MouseEvent.BUTTON1));
  }

  /** Selects and drags pieces; returns the ids of those that a player could drag. */
  private static Object drag(Args args) {
    Find.needGame();
    final Map map = Find.map(args.text("map"));
    final Point where = Find.point(map, args.raw("to"));
    KeyBuffer.getBuffer().clear();
    DragBuffer.getBuffer().clear();
    for (final GamePiece piece : Find.pieces(args.texts("ids"))) {
      if (!rejects(piece, Properties.MOVE_EVENT_FILTER)) {
        KeyBuffer.getBuffer().add(piece);
        DragBuffer.getBuffer().add(piece);
      }
    }
    // Dragging a mat also drags its cargo.
    for (final GamePiece piece : List.copyOf(DragBuffer.getBuffer().asList())) {
      if (piece.getProperty(Mat.MAT_CONTENTS) instanceof List<?> contents) {
        for (final Object cargo : contents) {
          if (!DragBuffer.getBuffer().contains((GamePiece) cargo)) {
            DragBuffer.getBuffer().add((GamePiece) cargo);
          }
        }
      }
    }
    final List<String> taken = new ArrayList<>();
    for (final GamePiece piece : DragBuffer.getBuffer().asList()) {
      taken.add(piece.getId());
    }
    if (!taken.isEmpty()) {
      drop(map, where);
    }
    return taken;
  }

  /** Selects pieces and presses a key; returns whether anything answered it. */
  private static Object key(Args args) {
    Find.needGame();
    final KeyStroke stroke = Find.stroke(args.text("key"));
    final KeyBuffer buffer = KeyBuffer.getBuffer();
    buffer.clear();
    Find.pieces(args.texts("ids")).forEach(buffer::add);
    final Command command = buffer.keyCommand(stroke);
    final boolean acted = !command.isNullOrContainsOnly(SetPersistentPropertyCommand.class);
    if (acted) {
      Find.module().sendAndLog(command);
    }
    return acted;
  }

  /** Drags a new piece from a palette's slot; returns its id. */
  private static Object place(Args args) {
    Find.needGame();
    final Map map = Find.map(args.text("map"));
    final Point where = Find.point(map, args.raw("to"));
    final PieceSlot slot = Find.slot(args.text("slot"));
    final GamePiece piece = PieceCloner.getInstance().clonePiece(slot.getPiece());
    piece.setProperty(Properties.PIECE_ID, slot.getGpId());
    KeyBuffer.getBuffer().clear();
    DragBuffer.getBuffer().clear();
    DragBuffer.getBuffer().add(piece);
    drop(map, where);
    return piece.getId();
  }

  /** Presses the mouse on a deck and drops the cards drawn from it. */
  private static Object drawFromDeck(Args args) {
    Find.needGame();
    final Map map = Find.map(args.text("map"));
    final Point where = Find.point(map, args.raw("to"));
    final Deck deck = deck(args.text("deck"));
    mouse(deck.getMap(), MouseEvent.MOUSE_PRESSED, deck.getPosition(), MouseEvent.BUTTON1,
      InputEvent.BUTTON1_DOWN_MASK);
    drop(map, where);
    return null;
  }

  private static Deck deck(String name) {
    for (final GamePiece piece : Find.module().getGameState().getAllPieces()) {
      if (piece instanceof Deck deck && name.equals(deck.getDeckName())) {
        return deck;
      }
    }
    throw new IllegalArgumentException("no deck '" + name + "'");
  }

  /** Chooses an entry of a deck's menu by its text. */
  private static Object deckCommand(Args args) {
    Find.needGame();
    final Deck deck = deck(args.text("deck"));
    final String words = args.text("words");
    if (deck.getProperty(Properties.KEY_COMMANDS) instanceof KeyCommand[] commands) {
      for (final KeyCommand command : commands) {
        if (words.equals(command.getName())) {
          command.actionPerformed(new ActionEvent(deck, 0, words));
          return null;
        }
      }
    }
    throw new IllegalArgumentException("no line '" + words + "' in the menu of the deck " + deck.getDeckName());
  }

  /** Clicks on a map; returns the ids of the pieces selected afterwards. */
  private static Object click(Args args) {
    Find.needGame();
    final Map map = Find.map(args.text("map"));
    final Point where = Find.point(map, args.raw("at"));
    mouse(map, MouseEvent.MOUSE_PRESSED, where, MouseEvent.BUTTON1, InputEvent.BUTTON1_DOWN_MASK);
    mouse(map, MouseEvent.MOUSE_RELEASED, where, MouseEvent.BUTTON1, 0);
    mouse(map, MouseEvent.MOUSE_CLICKED, where, MouseEvent.BUTTON1, 0);
    final List<String> selected = new ArrayList<>();
    for (final GamePiece piece : KeyBuffer.getBuffer().asList()) {
      selected.add(piece.getId());
    }
    return selected;
  }
}
