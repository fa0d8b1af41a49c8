package hexwright;

import VASSAL.build.module.Map;
import VASSAL.build.module.turn.TurnAccess;
import VASSAL.build.module.turn.TurnTracker;
import VASSAL.tools.NamedKeyStroke;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import javax.swing.AbstractButton;

/** Toolbar buttons, hot keys and turn counters. */
final class ToolbarVerbs {
  private ToolbarVerbs() { }

  static void addTo(Verbs verbs) {
    verbs.look("buttons", args -> buttons());
    verbs.change("press", ToolbarVerbs::press);
    verbs.change("hotkey", args -> {
      Find.module().fireKeyStroke(NamedKeyStroke.of(Find.stroke(args.text("key"))));
      return null;
    });
    verbs.look("turn", ToolbarVerbs::shown);
    verbs.change("turn_next", args -> {
      TurnAccess.next(tracker(args));
      return null;
    }, ToolbarVerbs::shown);
    verbs.change("turn_previous", args -> {
      TurnAccess.previous(tracker(args));
      return null;
    }, ToolbarVerbs::shown);
  }

  /** Returns the buttons of each toolbar; those of the main window and a map docked there have an empty name. */
  private static java.util.Map<String, List<AbstractButton>> toolbars() {
    final java.util.Map<String, List<AbstractButton>> bars = new LinkedHashMap<>();
    final List<AbstractButton> main = Watch.all(Find.module().getToolBar(), AbstractButton.class);
    bars.put("", main);
    for (final Map map : Map.getMapList()) {
      final List<AbstractButton> own = Watch.all(map.getToolBar(), AbstractButton.class);
      own.removeAll(main);
      bars.put(map.getMapName(), own);
    }
    return bars;
  }

  private static Object buttons() {
    final List<Object> seen = new ArrayList<>();
    toolbars().forEach((map, buttons) -> {
      for (final AbstractButton button : buttons) {
        seen.add(Wire.fields(
          "map", map, "text", button.getText(), "tooltip", button.getToolTipText(),
          "enabled", button.isEnabled(), "visible", button.isVisible()));
      }
    });
    return seen;
  }

  private static Object press(Args args) {
    final String name = args.text("button");
    for (final List<AbstractButton> buttons : toolbars().values()) {
      for (final AbstractButton button : buttons) {
        if (isCalled(button, name)) {
          if (!button.isEnabled()) {
            throw new IllegalStateException("button '" + name + "' is disabled");
          }
          button.doClick();
          return null;
        }
      }
    }
    throw new IllegalArgumentException("no toolbar button with the text or tooltip '" + name + "'");
  }

  private static boolean isCalled(AbstractButton button, String name) {
    final String tooltip = button.getToolTipText();
    return name.equals(button.getText()) || name.equals(plain(button.getText()))
      || tooltip != null && (name.equals(tooltip) || tooltip.startsWith(name + ": "));
  }

  /** Returns the text of a button, or the first line of its table, without HTML and brackets after it. */
  private static String plain(String text) {
    return text == null ? "" : text.replaceAll("</tr>.*", "").replaceAll("<[^>]*>", "").replaceAll(" \\([^()]*\\)$", "");
  }

  private static TurnTracker tracker(Args args) {
    final List<String> names = new ArrayList<>();
    for (final TurnTracker tracker : Find.module().getAllDescendantComponentsOf(TurnTracker.class)) {
      if (!args.has("name") || args.text("name").equals(tracker.getConfigureName())) {
        return tracker;
      }
      names.add(tracker.getConfigureName());
    }
    throw new IllegalArgumentException("no such turn counter; there are " + names);
  }

  private static Object shown(Args args) {
    final TurnTracker tracker = tracker(args);
    return Wire.fields(
      "name", tracker.getConfigureName(), "shown", TurnAccess.shown(tracker), "levels", TurnAccess.levels(tracker));
  }
}
