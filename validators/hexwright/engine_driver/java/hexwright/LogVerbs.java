package hexwright;

import VASSAL.build.module.DriverAccess;

import java.util.Map;

/** The log and undo, through VASSAL's own menu and toolbar actions. */
final class LogVerbs {
  private LogVerbs() { }

  static void addTo(Verbs verbs) {
    verbs.change("log_begin", args -> {
      Find.needGame();
      DrivenModule.get().getFileChooser().prepare(args.file("file"));
      DriverAccess.beginLog();
      return null;
    });
    verbs.change("log_end", args -> {
      DriverAccess.endLog();
      return null;
    });
    verbs.change("log_step", LogVerbs::step, args -> Map.of("left", DriverAccess.stepsLeft()));
    verbs.change("undo", args -> {
      DriverAccess.undo();
      return null;
    });
  }

  private static Object step(Args args) {
    for (long left = args.number("count"); left > 0; left--) {
      DriverAccess.stepLog();
    }
    return null;
  }
}
