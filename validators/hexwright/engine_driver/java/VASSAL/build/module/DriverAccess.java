package VASSAL.build.module;

import VASSAL.build.GameModule;

import java.awt.event.ActionEvent;
import java.util.List;
import javax.swing.Action;

/** Accesses protected members of this package that VASSAL doesn't make public. Changes no behaviour. */
public final class DriverAccess {
  private DriverAccess() { }

  /** Chooses in the wizard's step for sides; null takes the first free side. */
  public static void chooseSide(PlayerRoster roster, String side) {
    final List<String> free = roster.getAvailableSides();
    if (side == null) {
      roster.sideConfig.setValue(free.isEmpty() ? roster.translatedObserver : free.get(0));
    }
    else {
      roster.sideConfig.setValue(PlayerRoster.OBSERVER.equals(side) ? roster.translatedObserver : side);
    }
  }

  /** Returns the name that dialogs use for observers. */
  public static String observerLabel(PlayerRoster roster) {
    return roster.translatedObserver;
  }

  private static BasicLogger logger() {
    return GameModule.getGameModule().getBasicLogger();
  }

  private static void press(Action action, String name) {
    if (!action.isEnabled()) {
      throw new IllegalStateException("VASSAL doesn't allow '" + name + "' now");
    }
    action.actionPerformed(new ActionEvent(logger(), ActionEvent.ACTION_PERFORMED, name));
  }

  public static void beginLog() {
    press(logger().newLogAction, "begin log");
  }

  public static void endLog() {
    press(logger().endLogAction, "end log");
  }

  public static void undo() {
    press(logger().undoAction, "undo");
  }

  public static void stepLog() {
    press(logger().stepAction, "step");
  }

  public static int stepsLeft() {
    return logger().logInput.size() - logger().nextInput;
  }

  /** Opens a chart window as its toolbar button does. */
  public static void open(ChartWindow charts) {
    charts.launch.doClick();
  }
}
