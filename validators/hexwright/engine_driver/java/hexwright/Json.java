package hexwright;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and writes JSON as maps, lists, strings, longs, doubles, booleans and nulls. */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  static Object parse(String text) {
    final Json json = new Json(text);
    final Object value = json.value();
    json.blanks();
    if (json.at != text.length()) {
      throw json.wrong();
    }
    return value;
  }

  static String write(Object value) {
    final StringBuilder out = new StringBuilder();
    write(out, value);
    return out.toString();
  }

  private static void write(StringBuilder out, Object value) {
    if (value == null || value instanceof Boolean || value instanceof Number) {
      out.append(value);
    }
    else if (value instanceof Map<?, ?> map) {
      String between = "{";
      for (final Map.Entry<?, ?> entry : map.entrySet()) {
        out.append(between);
        quote(out, String.valueOf(entry.getKey()));
        out.append(':');
        write(out, entry.getValue());
        between = ",";
      }
      out.append(map.isEmpty() ? "{}" : "}");
    }
    else if (value instanceof Iterable<?> items) {
      out.append('[');
      String between = "";
      for (final Object item : items) {
        out.append(between);
        write(out, item);
        between = ",";
      }
      out.append(']');
    }
    else {
      quote(out, String.valueOf(value));
    }
  }

  private static void quote(StringBuilder out, String s) {
    out.append('"');
    for (final char c : s.toCharArray()) {
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      }
      else if (c < 0x20 || c > 0x7e) {
        out.append(String.format("\\u%04x", (int) c));
      }
      else {
        out.append(c);
      }
    }
    out.append('"');
  }

  private IllegalArgumentException wrong() {
    return new IllegalArgumentException("malformed JSON at character " + at);
  }

  private void blanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private boolean skip(char c) {
    blanks();
    if (at < text.length() && text.charAt(at) == c) {
      at++;
      return true;
    }
    return false;
  }

  private void need(char c) {
    if (!skip(c)) {
      throw wrong();
    }
  }

  private Object value() {
    blanks();
    if (at >= text.length()) {
      throw wrong();
    }
    return switch (text.charAt(at)) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> string();
      default -> word();
    };
  }

  private Map<String, Object> object() {
    final Map<String, Object> map = new LinkedHashMap<>();
    need('{');
    if (skip('}')) {
      return map;
    }
    do {
      blanks();
      final String key = string();
      need(':');
      map.put(key, value());
    } while (skip(','));
    need('}');
    return map;
  }

  private List<Object> array() {
    final List<Object> list = new ArrayList<>();
    need('[');
    if (skip(']')) {
      return list;
    }
    do {
      list.add(value());
    } while (skip(','));
    need(']');
    return list;
  }

  private String string() {
    need('"');
    final StringBuilder s = new StringBuilder();
    while (at < text.length()) {
      final char c = text.charAt(at++);
      if (c == '"') {
        return s.toString();
      }
      if (c != '\\') {
        s.append(c);
        continue;
      }
      if (at >= text.length()) {
        break;
      }
      final char escaped = text.charAt(at++);
      switch (escaped) {
        case 'n' -> s.append('\n');
        case 't' -> s.append('\t');
        case 'r' -> s.append('\r');
        case 'b' -> s.append('\b');
        case 'f' -> s.append('\f');
        case 'u' -> {
          if (at + 4 > text.length()) {
            throw wrong();
          }
          s.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
          at += 4;
        }
        default -> s.append(escaped);
      }
    }
    throw wrong();
  }

  private Object word() {
    final int from = at;
    while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    final String word = text.substring(from, at);
    return switch (word) {
      case "true" -> true;
      case "false" -> false;
      case "null" -> null;
      default -> number(word);
    };
  }

  private Object number(String word) {
    try {
      return word.matches("-?\\d+") ? (Object) Long.valueOf(word) : Double.valueOf(word);
    }
    catch (NumberFormatException e) {
      throw wrong();
    }
  }
}
