package hexwright;

import VASSAL.build.GameModule;

import java.awt.Toolkit;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import javax.swing.SwingUtilities;

/** Runs work on Swing's event thread, where VASSAL expects to be called. */
final class Edt {
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

  /** Waits until the event queue has been empty for some time, with no game loading in the background. */
  static void settle(long quietMs) throws Exception {
    long quiet = 0;
    while (quiet < quietMs) {
      final boolean busy = call(() -> Toolkit.getDefaultToolkit().getSystemEventQueue().peekEvent() != null || loading());
      Thread.sleep(PAUSE_MS);
      quiet = busy ? 0 : quiet + PAUSE_MS;
    }
  }

  private static boolean loading() {
    final GameModule module = GameModule.getGameModule();
    return module != null && module.getGameState() != null && module.getGameState().isLoadingInBackground();
  }
}
