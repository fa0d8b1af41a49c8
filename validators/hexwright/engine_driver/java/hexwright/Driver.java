package hexwright;

import VASSAL.Info;
import VASSAL.build.GameModule;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Opens one module in VASSAL, then executes commands until standard input ends.
 *
 * <p>A command is a line {"id": 7, "verb": "drag", "args": {...}}; its answer is an event "reply" with the same id and
 * either "ok": true and a "value", or "ok": false and an "error". The command's "problem" and "chat" events come before
 * its reply. The very first event is "loaded" or "refused".
 */
public final class Driver {
  private static volatile String doing = "load";

  private Driver() { }

  static String doing() {
    return doing;
  }

  public static void main(String[] arguments) throws Exception {
    Wire.takeOver();
    Watch.install();
    final File module = new File(arguments[0]).getAbsoluteFile();
    try {
      DrivenPlayer.open(module, arguments.length > 1 && arguments[1].equals("tile"));
      Edt.settle(Verbs.QUIET_MS);
      flushChat();
    }
    catch (Exception thrown) {
      Wire.event("refused", Wire.fields("reason", message(thrown), "detail", Wire.trace(thrown)));
      Runtime.getRuntime().halt(1);
    }
    final GameModule opened = GameModule.getGameModule();
    Wire.event("loaded", Wire.fields(
      "name", opened.getGameName(), "version", opened.getGameVersion(), "engine", Info.getVersion()));
    obey();
  }

  private static void obey() throws Exception {
    final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    new Thread(() -> read(lines), "commands").start();
    while (true) {
      if (Json.parse(lines.take()) instanceof Map<?, ?> command) {
        Wire.event("reply", answer(command));
      }
    }
  }

  /** Reads ahead, so that this process notices the client's end and ends too, even if VASSAL hangs. */
  private static void read(BlockingQueue<String> lines) {
    try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line);
      }
    }
    catch (IOException e) {
      // The client is gone; treated as the end of its commands.
    }
    Runtime.getRuntime().halt(0);
  }

  private static Map<String, Object> answer(Map<?, ?> command) throws Exception {
    final Object id = command.get("id");
    doing = String.valueOf(command.get("verb"));
    try {
      final Map<?, ?> args = command.get("args") instanceof Map<?, ?> given ? given : Map.of();
      final Object value = Verbs.run(doing, new Args(args));
      flushChat();
      return Wire.fields("id", id, "ok", true, "value", value, "ms", Verbs.workMs());
    }
    catch (Exception thrown) {
      flushChat();
      final boolean refused = thrown instanceof IllegalArgumentException || thrown instanceof IllegalStateException;
      return Wire.fields("id", id, "ok", false, "error", message(thrown), "detail", refused ? "" : Wire.trace(thrown));
    }
    finally {
      doing = "";
    }
  }

  private static void flushChat() throws Exception {
    Edt.call(() -> {
      Watch.flushChat();
      return null;
    });
  }

  private static String message(Throwable thrown) {
    final boolean plain = thrown instanceof IllegalArgumentException || thrown instanceof IllegalStateException;
    return plain && thrown.getMessage() != null ? thrown.getMessage() : Wire.said(thrown);
  }
}
