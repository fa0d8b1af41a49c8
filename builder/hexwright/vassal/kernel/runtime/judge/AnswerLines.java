package judge;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Answers questions to the rules engine, one a line, so that tests can compare it with the one in Python. Modules don't
 * contain this class.
 *
 * <p>A line is a method of the rules engine and its arguments as JSON, with tabs between; behind a point, an attribute of
 * the result, or of each of its parts. `open` with an engine replaces the engine. An answer is JSON; `!` begins an
 * exception of the rules engine, `?` a fault of the judge.
 */
public final class AnswerLines {
  private Engine engine;
  private final Map<String, Object> known = new HashMap<>();

  private AnswerLines() {}

  public static void main(String[] args) throws IOException {
    AnswerLines answers = new AnswerLines();
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    PrintWriter out = new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.US_ASCII));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      out.print(answers.answer(line.split("\t", -1)));
      out.print('\n');
      if (!in.ready()) {
        out.flush();
      }
    }
    out.flush();
  }

  private String answer(String[] parts) {
    try {
      if (parts[0].equals("open")) {
        engine = Engine.open(parts[1]);
        known.clear();
        return "null";
      }
      Object[] given = new Object[parts.length - 1];
      for (int n = 0; n < given.length; n++) {
        given[n] = value(parts[n + 1]);
      }
      String[] names = parts[0].split("\\.");
      Object found = engine.ask(names[0], given);
      return DataWriter.write(names.length > 1 ? attribute(found, names[1]) : found);
    } catch (PyException fault) {
      String told = DataWriter.write(Containers.list_(new Object[] {new PyTuple(fault.args), new PyTuple(fault.v)}));
      // Exceptions of the rules engine are answers; those of Python itself are faults.
      return "!" + fault.kind + told + (fault.getClass() == PyException.class ? where(fault) : "");
    } catch (RuntimeException | LinkageError | StackOverflowError fault) {
      return "?" + DataWriter.write(fault + where(fault));
    }
  }

  /** States come again and again: as in play, the same state is the same object. */
  private Object value(String data) {
    if (known.size() > 64) {
      known.clear();
    }
    return known.computeIfAbsent(data, DataReader::read);
  }

  private static Object attribute(Object value, String name) {
    if (!(value instanceof PyList)) {
      return Engine.get(value, name);
    }
    PyList found = new PyList();
    for (Object one : (PyList) value) {
      found.add(Engine.get(one, name));
    }
    return found;
  }

  /** Return where an exception comes from: the lines of the rules engine alone. */
  private static String where(Throwable fault) {
    StringBuilder where = new StringBuilder();
    int shown = 0;
    for (StackTraceElement line : fault.getStackTrace()) {
      if (shown < 6 && line.getFileName() != null && line.getFileName().endsWith(".py")) {
        where.append(" < ").append(line.getFileName()).append(':').append(line.getLineNumber());
        shown++;
      }
    }
    return where.toString();
  }
}
