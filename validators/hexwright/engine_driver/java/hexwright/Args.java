package hexwright;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The arguments of one command, with their types checked. */
record Args(Map<?, ?> values) {

  private Object need(String name) {
    final Object value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("argument '" + name + "' is missing");
    }
    return value;
  }

  boolean has(String name) {
    return values.get(name) != null;
  }

  /** Returns the raw value: a location is a name or a list of two numbers. */
  Object raw(String name) {
    return need(name);
  }

  String text(String name) {
    return String.valueOf(need(name));
  }

  String textOrNull(String name) {
    return has(name) ? text(name) : null;
  }

  long number(String name) {
    if (need(name) instanceof Number number) {
      return number.longValue();
    }
    throw new IllegalArgumentException("argument '" + name + "' is not a number");
  }

  List<?> list(String name) {
    if (need(name) instanceof List<?> list) {
      return list;
    }
    throw new IllegalArgumentException("argument '" + name + "' is not a list");
  }

  List<String> texts(String name) {
    final List<String> texts = new ArrayList<>();
    for (final Object item : list(name)) {
      texts.add(String.valueOf(item));
    }
    return texts;
  }

  File file(String name) {
    return new File(text(name)).getAbsoluteFile();
  }
}
