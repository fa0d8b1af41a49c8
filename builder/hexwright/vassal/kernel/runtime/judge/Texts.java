package judge;

import java.util.Locale;
import java.util.Map;

/** Values as text, as Python writes them. */
public final class Texts {
  private Texts() {}

  public static String str() {
    return "";
  }

  public static String str(Object value) {
    if (value instanceof String) {
      return (String) value;
    }
    if (value instanceof Answering && Calls.has((Answering) value, Calls.STR)) {
      return (String) ((Answering) value).m0(Calls.STR);
    }
    if (value instanceof PyException) {
      Object[] args = ((PyException) value).args;
      return args.length == 0 ? "" : args.length == 1 ? str(args[0]) : repr(new PyTuple(args));
    }
    return value instanceof PyFraction ? value.toString() : repr(value);
  }

  public static String repr(Object value) {
    if (value == null) {
      return "None";
    }
    if (value instanceof Boolean) {
      return (Boolean) value ? "True" : "False";
    }
    if (value instanceof String) {
      return quoted((String) value);
    }
    if (value instanceof PyFraction) {
      return "Fraction(" + ((PyFraction) value).n + ", " + ((PyFraction) value).d + ")";
    }
    if (value instanceof PyTuple) {
      PyTuple tuple = (PyTuple) value;
      return tuple.names_() == null
          ? all("(", tuple, tuple.a.length == 1 ? ",)" : ")")
          : record(tuple.getClass(), tuple.names_(), tuple.a);
    }
    if (value instanceof PyList) {
      return all("[", value, "]");
    }
    if (value instanceof PySet) {
      return ((PySet) value).isEmpty() ? "set()" : all("{", value, "}");
    }
    if (value instanceof Map) {
      StringBuilder text = new StringBuilder("{");
      for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
        text.append(text.length() > 1 ? ", " : "").append(repr(entry.getKey()));
        text.append(": ").append(repr(entry.getValue()));
      }
      return text.append('}').toString();
    }
    if (value instanceof PyObject) {
      return record(value.getClass(), ((PyObject) value).names_(), ((PyObject) value).v);
    }
    return String.valueOf(value);
  }

  private static String all(String begin, Object values, String end) {
    StringBuilder text = new StringBuilder(begin);
    for (Object value : Containers.iter(values)) {
      text.append(text.length() > 1 ? ", " : "").append(repr(value));
    }
    return text.append(end).toString();
  }

  private static String record(Class<?> type, String[] names, Object[] values) {
    StringBuilder text = new StringBuilder(type.getSimpleName()).append('(');
    for (int n = 0; n < names.length; n++) {
      text.append(n > 0 ? ", " : "").append(names[n]).append('=').append(repr(values[n]));
    }
    return text.append(')').toString();
  }

  private static String quoted(String text) {
    char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
    StringBuilder out = new StringBuilder().append(quote);
    for (char one : text.toCharArray()) {
      if (one == quote || one == '\\') {
        out.append('\\').append(one);
      } else if (one == '\n') {
        out.append("\\n");
      } else if (one == '\t') {
        out.append("\\t");
      } else if (one == '\r') {
        out.append("\\r");
      } else if (one < 32 || one == 127) {
        out.append(String.format(Locale.ROOT, "\\x%02x", (int) one));
      } else {
        out.append(one);
      }
    }
    return out.append(quote).toString();
  }

  /** Write a value by a format: of Python's, those that the rules engine uses. */
  public static String format(Object value, Object format) {
    String how = (String) format;
    if (how.isEmpty()) {
      return str(value);
    }
    if (how.matches("0\\d+d?")) {
      return String.format(Locale.ROOT, "%" + how.replace("d", "") + "d", value);
    }
    if (how.equals("+") || how.equals("+d")) {
      return (Comparison.compare(value, 0L) >= 0 ? "+" : "") + str(value);
    }
    if (how.equals(",") || how.equals(",d")) {
      return String.format(Locale.ROOT, "%,d", value);
    }
    if (how.matches("\\.\\df")) {
      java.math.BigDecimal exact = new java.math.BigDecimal(Numbers.floating(value));
      return exact.setScale(how.charAt(1) - '0', java.math.RoundingMode.HALF_EVEN).toPlainString();
    }
    throw new PyException("ValueError", "the format " + how + " isn't known to the judge");
  }

  /** Fill the named places of a text, such as "{unit} moves". */
  public static Object format_map(Object text, PyDict values) {
    String pattern = (String) text;
    StringBuilder out = new StringBuilder();
    for (int at = 0; at < pattern.length(); at++) {
      char one = pattern.charAt(at);
      if (one != '{' && one != '}') {
        out.append(one);
      } else if (at + 1 < pattern.length() && pattern.charAt(at + 1) == one) {
        out.append(one);
        at++;
      } else {
        int end = pattern.indexOf('}', at);
        if (one == '}' || end < 0) {
          throw new PyException("ValueError", "a single '" + one + "' in a format");
        }
        String[] parts = pattern.substring(at + 1, end).split(":", 2);
        out.append(format(Containers.get(values, parts[0]), parts.length > 1 ? parts[1] : ""));
        at = end;
      }
    }
    return out.toString();
  }

  public static Object ord(Object character) {
    return (long) ((String) character).codePointAt(0);
  }

  public static Object chr(Object number) {
    return new String(Character.toChars(Numbers.index(number)));
  }
}
