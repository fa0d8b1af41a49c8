package judge;

import java.math.BigInteger;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Map;

/** Writes values of the rules engine as JSON: what {@link DataReader} reads. */
final class DataWriter {
  private static final String ESCAPED = "\"\\\n\t\r\b\f";
  private static final String ESCAPES = "\"\\ntrbf";

  private final StringBuilder out = new StringBuilder();
  private final Map<Object, Integer> numbers = new IdentityHashMap<>();

  private DataWriter() {}

  static String write(Object value) {
    DataWriter writer = new DataWriter();
    writer.add(value);
    return writer.out.toString();
  }

  private void add(Object value) {
    if (value == null || value instanceof Boolean) {
      out.append(value);
    } else if (value instanceof String) {
      string((String) value);
    } else if (value instanceof Long || value instanceof BigInteger) {
      whole(Numbers.big(value));
    } else if (value instanceof Double) {
      out.append("{\"f\":").append(value).append('}');
    } else if (value instanceof PyFraction) {
      out.append("{\"q\":[\"").append(((PyFraction) value).n).append("\",\"").append(((PyFraction) value).d).append("\"]}");
    } else if (value instanceof PyBytes) {
      octets(((PyBytes) value).b);
    } else if (value instanceof PyList) {
      values((PyList) value);
    } else if (value instanceof PyTuple) {
      tuple((PyTuple) value);
    } else if (value instanceof PySet) {
      out.append("{\"s\":");
      values(Containers.iter(Containers.sorted(value)));
      out.append('}');
    } else if (value instanceof PyDict) {
      dict((PyDict) value);
    } else if (value instanceof PyObject) {
      object((PyObject) value);
    } else {
      throw new IllegalArgumentException("a value that can't be written: " + Texts.repr(value));
    }
  }

  private void string(String text) {
    out.append('"');
    for (int n = 0; n < text.length(); n++) {
      char one = text.charAt(n);
      int named = ESCAPED.indexOf(one);
      if (named >= 0) {
        out.append('\\').append(ESCAPES.charAt(named));
      } else if (one < 32 || one > 126) {
        out.append(String.format(Locale.ROOT, "\\u%04x", (int) one));
      } else {
        out.append(one);
      }
    }
    out.append('"');
  }

  private void whole(BigInteger number) {
    if (number.abs().bitLength() <= 53) {
      out.append(number);
    } else {
      out.append("{\"i\":\"").append(number.toString(16)).append("\"}");
    }
  }

  private void octets(byte[] bytes) {
    out.append("{\"b\":\"");
    for (byte one : bytes) {
      out.append(Character.forDigit(one >> 4 & 15, 16)).append(Character.forDigit(one & 15, 16));
    }
    out.append("\"}");
  }

  private void values(Iterable<Object> values) {
    out.append('[');
    boolean first = true;
    for (Object value : values) {
      out.append(first ? "" : ",");
      first = false;
      add(value);
    }
    out.append(']');
  }

  private void tuple(PyTuple tuple) {
    if (tuple.names_() == null) {
      out.append("{\"t\":");
    } else {
      out.append("{\"n\":\"").append(tuple.getClass().getSimpleName()).append("\",\"v\":");
    }
    values(tuple);
    out.append('}');
  }

  private void dict(PyDict dict) {
    PyList entries = new PyList();
    for (Map.Entry<Object, Object> entry : dict.entrySet()) {
      entries.add(entry.getKey());
      entries.add(entry.getValue());
    }
    out.append("{\"d\":");
    values(entries);
    out.append('}');
  }

  private void object(PyObject object) {
    Integer number = numbers.get(object);
    if (number != null) {
      out.append("{\"r\":").append(number).append('}');
      return;
    }
    numbers.put(object, numbers.size());
    PyList values = new PyList();
    for (int n = 0; n < object.names_().length; n++) {
      values.add(object.v[n]);
    }
    out.append("{\"o\":\"").append(object.getClass().getSimpleName()).append("\",\"v\":");
    values(values);
    out.append('}');
  }
}
