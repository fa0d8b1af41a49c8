package judge;

import java.lang.reflect.Constructor;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads values of the rules engine from JSON, as hexwright's `engine_data` writes them.
 *
 * <p>Text, lists, true, false, null and whole numbers of less than 54 bits are themselves. Anything else is an object
 * whose first key says what it is: a whole number in hexadecimal (i), a float (f), a fraction (q), bytes in hexadecimal
 * (b), a tuple (t), a set (s), a dict as keys and values in turn (d), a named tuple (n) or object (o) of a class with its
 * values in order (v), or an object that was read before, by its number (r). Values that an object has no more are its
 * defaults.
 */
final class DataReader {
  private static final Map<Class<?>, Constructor<?>> CONSTRUCTORS = new HashMap<>();

  private final String text;
  private final List<Object> objects = new ArrayList<>();
  private final Map<String, Class<?>> classes = new HashMap<>();
  private int at;

  private DataReader(String text) {
    this.text = text;
  }

  static Object read(String text) {
    DataReader reader = new DataReader(text);
    Object value = reader.value();
    if (reader.at != text.length()) {
      throw reader.wrong();
    }
    return value;
  }

  private IllegalArgumentException wrong() {
    String near = text.substring(Math.max(0, at - 20), Math.min(text.length(), at + 20));
    return new IllegalArgumentException("the data are wrong at " + at + ": " + near);
  }

  private Object value() {
    switch (text.charAt(at)) {
      case 'n':
        at += 4;
        return null;
      case 't':
        at += 4;
        return true;
      case 'f':
        at += 5;
        return false;
      case '"':
        return string();
      case '[':
        return values();
      case '{':
        return tagged();
      default:
        return number();
    }
  }

  private Object number() {
    int begin = at;
    while (at < text.length() && "-0123456789.eE+".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    String digits = text.substring(begin, at);
    boolean floats = digits.indexOf('.') >= 0 || digits.indexOf('e') >= 0;
    return floats ? (Object) Double.valueOf(digits) : (Object) Long.valueOf(digits);
  }

  private String string() {
    int begin = ++at;
    StringBuilder out = null;
    while (text.charAt(at) != '"') {
      if (text.charAt(at) == '\\') {
        out = (out == null ? new StringBuilder() : out).append(text, begin, at);
        out.append(escaped());
        begin = at;
      } else {
        at++;
      }
    }
    String found = out == null ? text.substring(begin, at) : out.append(text, begin, at).toString();
    at++;
    return found.intern();
  }

  private char escaped() {
    char kind = text.charAt(at + 1);
    at += 2;
    switch (kind) {
      case 'n':
        return '\n';
      case 't':
        return '\t';
      case 'r':
        return '\r';
      case 'b':
        return '\b';
      case 'f':
        return '\f';
      case 'u':
        at += 4;
        return (char) Integer.parseInt(text.substring(at - 4, at), 16);
      default:
        return kind;
    }
  }

  private PyList values() {
    PyList found = new PyList();
    while (another()) {
      found.add(value());
    }
    return found;
  }

  /** Step to the next value of a list; false at its end. */
  private boolean another() {
    char now = text.charAt(at++);
    if (now != '[' && now != ',') {
      if (now == ']') {
        return false;
      }
      throw wrong();
    }
    if (now == '[' && text.charAt(at) == ']') {
      at++;
      return false;
    }
    return true;
  }

  private Object tagged() {
    char tag = text.charAt(at + 2);
    if (text.charAt(at + 1) != '"' || text.charAt(at + 3) != '"') {
      throw wrong();
    }
    at += 5;
    Object found = tag == 'o' || tag == 'n' ? made(tag) : plain(tag);
    if (text.charAt(at++) != '}') {
      throw wrong();
    }
    return found;
  }

  private Object plain(char tag) {
    Object value = value();
    switch (tag) {
      case 'i':
        return Numbers.norm(new BigInteger((String) value, 16));
      case 'f':
        return Numbers.floating(value);
      case 'q':
        PyList parts = (PyList) value;
        return new PyFraction(Numbers.big(Numbers.int_(parts.get(0))), Numbers.big(Numbers.int_(parts.get(1))));
      case 'b':
        return octets((String) value);
      case 't':
        return new PyTuple(((PyList) value).toArray());
      case 's':
        return Containers.set(value);
      case 'd':
        PyList entries = (PyList) value;
        PyDict dict = new PyDict();
        for (int n = 0; n < entries.size(); n += 2) {
          dict.put(entries.get(n), entries.get(n + 1));
        }
        return dict;
      case 'r':
        return objects.get(Numbers.index(value));
      default:
        throw wrong();
    }
  }

  private static PyBytes octets(String digits) {
    byte[] found = new byte[digits.length() / 2];
    for (int n = 0; n < found.length; n++) {
      found[n] = (byte) Integer.parseInt(digits.substring(2 * n, 2 * n + 2), 16);
    }
    return new PyBytes(found);
  }

  private Object made(char tag) {
    Class<?> type = type(string());
    if (!text.startsWith(",\"v\":", at)) {
      throw wrong();
    }
    at += 5;
    int number = objects.size();
    if (tag == 'o') {
      objects.add(null);
    }
    Object found = filled(type, values());
    if (tag == 'o') {
      objects.set(number, found);
    }
    return found;
  }

  private static Object filled(Class<?> type, PyList values) {
    Object empty = empty(type);
    if (empty instanceof PyTuple) {
      System.arraycopy(values.toArray(), 0, ((PyTuple) empty).a, 0, values.size());
      return empty;
    }
    PyObject object = (PyObject) empty;
    if (values.size() < object.names_().length) {
      return ((PyType) PyType.of(type, -1)).call(values.toArray());
    }
    System.arraycopy(values.toArray(), 0, object.v, 0, values.size());
    return object;
  }

  private Class<?> type(String name) {
    Class<?> found = classes.get(name);
    if (found == null) {
      try {
        found = Class.forName("judge." + name);
      } catch (ClassNotFoundException fault) {
        throw new IllegalArgumentException("the judge has no class " + name, fault);
      }
      classes.put(name, found);
    }
    return found;
  }

  private static Object empty(Class<?> type) {
    try {
      Constructor<?> constructor = CONSTRUCTORS.get(type);
      if (constructor == null) {
        constructor = type.getConstructor();
        CONSTRUCTORS.put(type, constructor);
      }
      return constructor.newInstance();
    } catch (ReflectiveOperationException fault) {
      throw new IllegalArgumentException(type.getName() + " can't be made", fault);
    }
  }
}
