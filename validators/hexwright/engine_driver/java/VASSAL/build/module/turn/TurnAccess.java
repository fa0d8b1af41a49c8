package VASSAL.build.module.turn;

import java.util.LinkedHashMap;
import java.util.Map;

/** Accesses protected members of the turn tracker that VASSAL doesn't make public. */
public final class TurnAccess {
  private TurnAccess() { }

  public static void next(TurnTracker tracker) {
    tracker.turnWidget.doNext();
  }

  public static void previous(TurnTracker tracker) {
    if (tracker.fwdOnly) {
      throw new IllegalStateException("turn tracker '" + tracker.getConfigureName() + "' only goes forward");
    }
    tracker.turnWidget.doPrev();
  }

  public static String shown(TurnTracker tracker) {
    return tracker.getTurnString();
  }

  /** Returns the value of each level in play, outermost first, by the level's name. */
  public static Map<String, String> levels(TurnTracker tracker) {
    final Map<String, String> levels = new LinkedHashMap<>();
    for (final TurnLevel level : tracker.getActiveChildLevels()) {
      levels.put(level.getConfigureName(), level.getValueString());
    }
    return levels;
  }
}
