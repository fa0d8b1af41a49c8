package hexwright;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Output: one JSON object per line on the process's own standard output, which VASSAL never uses. */
final class Wire {
  private static final int LONGEST_TRACE = 4000;
  private static final PrintStream OUT =
    new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);

  private Wire() { }

  /** Redirects VASSAL's output to standard error, so that it can't break the protocol. */
  static void takeOver() {
    System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
  }

  static synchronized void event(String name, Map<String, ?> fields) {
    final Map<String, Object> all = new LinkedHashMap<>();
    all.put("event", name);
    all.putAll(fields);
    OUT.println(Json.write(all));
    OUT.flush();
  }

  /** Reports a problem that would have disturbed a player. */
  static void problem(String kind, String level, String text, String detail) {
    event("problem", fields("kind", kind, "level", level, "text", text, "detail", detail, "during", Driver.doing()));
  }

  /** Builds an ordered map from alternating names and values; unlike Map.of it accepts null values. */
  static Map<String, Object> fields(Object... namesAndValues) {
    final Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }

  /** Describes an exception and, if there is one, its cause. */
  static String said(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return root == thrown ? thrown.toString() : thrown + ", caused by " + root;
  }

  static String trace(Throwable thrown) {
    final StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    final String trace = text.toString();
    return trace.length() > LONGEST_TRACE ? trace.substring(0, LONGEST_TRACE) : trace;
  }
}
