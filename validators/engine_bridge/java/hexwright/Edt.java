package hexwright;

import VASSAL.build.GameModule;

import java.awt.Toolkit;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import javax.swing.SwingUtilities;

/** Runs work on Swing's event thread, where the engine expects to be called. */
final class Edt {
  private static final int QUIET_LOOKS = 3;
  private static final int PAUSE_MS = 5;

  private Edt() { }

  static <T> T call(Callable<T> work) throws Exception {
    final FutureTask<T> task = new FutureTask<>(work);
    SwingUtilities.invokeAndWait(task);
    try {
      return task.get();
    }
    catch (java.util.concurrent.ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    }
  }

  /** Waits until the event queue has stayed empty for a few looks and no game is loading in the background. */
  static void settle() throws Exception {
    int quiet = 0;
    while (quiet < QUIET_LOOKS) {
      final boolean busy = call(() -> Toolkit.getDefaultToolkit().getSystemEventQueue().peekEvent() != null || loading());
      quiet = busy ? 0 : quiet + 1;
      Thread.sleep(PAUSE_MS);
    }
  }

  private static boolean loading() {
    final GameModule module = GameModule.getGameModule();
    return module != null && module.getGameState() != null && module.getGameState().isLoadingInBackground();
  }
}
