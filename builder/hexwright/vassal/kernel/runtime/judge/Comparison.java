package judge;

import java.util.Collection;
import java.util.Map;

/** Truth, equality and order of values. */
public final class Comparison {
  private Comparison() {}

  public static boolean truth(Object value) {
    if (value == null) {
      return false;
    }
    if (value instanceof Boolean) {
      return (Boolean) value;
    }
    if (value instanceof Long) {
      return (Long) value != 0;
    }
    if (value instanceof String) {
      return !((String) value).isEmpty();
    }
    if (value instanceof PyTuple) {
      return ((PyTuple) value).a.length > 0;
    }
    if (value instanceof Collection) {
      return !((Collection<?>) value).isEmpty();
    }
    if (value instanceof Map) {
      return !((Map<?, ?>) value).isEmpty();
    }
    if (value instanceof PyFraction) {
      return ((PyFraction) value).n.signum() != 0;
    }
    if (value instanceof PyBytes) {
      return ((PyBytes) value).b.length > 0;
    }
    if (value instanceof Double) {
      return (Double) value != 0;
    }
    if (value instanceof PyRange) {
      return ((PyRange) value).size() > 0;
    }
    if (value instanceof Answering && Calls.has((Answering) value, Calls.LEN)) {
      return truth(((Answering) value).m0(Calls.LEN));
    }
    return true;
  }

  public static boolean same(Object a, Object b) {
    return a == b || (a instanceof Boolean || a instanceof Long || a instanceof PyType || a instanceof String) && a.equals(b);
  }

  public static boolean eq(Object a, Object b) {
    if (a == b) {
      return true;
    }
    if (a == null || b == null) {
      return false;
    }
    if (a instanceof Long && b instanceof Long) {
      return ((Long) a).longValue() == ((Long) b).longValue();
    }
    if (a instanceof String || b instanceof String) {
      return a.equals(b);
    }
    if (Numbers.isNumber(a)) {
      return Numbers.isNumber(b) && compare(a, b) == 0;
    }
    return a.equals(b);
  }

  public static boolean lt(Object a, Object b) {
    if (a instanceof Long && b instanceof Long) {
      return (Long) a < (Long) b;
    }
    if (a instanceof PySet) {
      return ((PySet) b).size() > ((PySet) a).size() && ((PySet) b).containsAll((PySet) a);
    }
    return compare(a, b) < 0;
  }

  public static boolean le(Object a, Object b) {
    if (a instanceof Long && b instanceof Long) {
      return (Long) a <= (Long) b;
    }
    if (a instanceof PySet) {
      return ((PySet) b).containsAll((PySet) a);
    }
    return compare(a, b) <= 0;
  }

  public static boolean gt(Object a, Object b) {
    return lt(b, a);
  }

  public static boolean ge(Object a, Object b) {
    return le(b, a);
  }

  /** Return a number below, equal to or above 0, as `a` stands before, with or after `b`. */
  static int compare(Object a, Object b) {
    if (a instanceof Long && b instanceof Long) {
      return Long.compare((Long) a, (Long) b);
    }
    if (a instanceof String && b instanceof String) {
      return byCodePoint((String) a, (String) b);
    }
    if (Numbers.isWhole(a) && Numbers.isWhole(b)) {
      return Numbers.big(a).compareTo(Numbers.big(b));
    }
    if (Numbers.isNumber(a) && Numbers.isNumber(b)) {
      if (a instanceof Double || b instanceof Double) {
        return Double.compare(Numbers.floating(a), Numbers.floating(b));
      }
      PyFraction x = PyFraction.of(a);
      PyFraction y = PyFraction.of(b);
      return x.n.multiply(y.d).compareTo(y.n.multiply(x.d));
    }
    if (a instanceof PyTuple && b instanceof PyTuple) {
      return compareAll(((PyTuple) a).a, ((PyTuple) b).a);
    }
    if (a instanceof PyList && b instanceof PyList) {
      return compareAll(((PyList) a).toArray(), ((PyList) b).toArray());
    }
    throw new PyException("TypeError", Texts.repr(a) + " and " + Texts.repr(b) + " have no order");
  }

  private static int compareAll(Object[] a, Object[] b) {
    for (int n = 0; n < a.length && n < b.length; n++) {
      if (!eq(a[n], b[n])) {
        return compare(a[n], b[n]);
      }
    }
    return Integer.compare(a.length, b.length);
  }

  /** Python orders text by code point, Java by its halves. */
  private static int byCodePoint(String a, String b) {
    for (int n = 0; n < a.length() && n < b.length(); n++) {
      char x = a.charAt(n);
      char y = b.charAt(n);
      if (x != y) {
        boolean halves = Character.isSurrogate(x) != Character.isSurrogate(y);
        return halves ? Character.isSurrogate(x) ? 1 : -1 : Character.compare(x, y);
      }
    }
    return Integer.compare(a.length(), b.length());
  }

  /** Return whether a value is in a container. */
  public static boolean contains(Object value, Object container) {
    if (container instanceof Map) {
      return ((Map<?, ?>) container).containsKey(value);
    }
    if (container instanceof PySet) {
      return ((PySet) container).contains(value);
    }
    if (container instanceof String) {
      return ((String) container).contains((String) value);
    }
    if (container instanceof PyRange) {
      return value instanceof Long && ((PyRange) container).has((Long) value);
    }
    if (container instanceof PyMapping) {
      return Containers.getOr(container, value, Missing.VALUE) != Missing.VALUE;
    }
    for (Object one : Containers.iter(container)) {
      if (eq(value, one)) {
        return true;
      }
    }
    return false;
  }

  /** Return whether a value is of a type: a class, the name of one of Python's types, None, or a tuple of them. */
  public static boolean isinstance(Object value, Object type) {
    if (type instanceof PyTuple) {
      for (Object one : ((PyTuple) type).a) {
        if (isinstance(value, one)) {
          return true;
        }
      }
      return false;
    }
    if (type == null) {
      return value == null;
    }
    if (type instanceof PyType) {
      return ((PyType) type).isTypeOf(value);
    }
    switch (type.toString()) {
      case "NoneType":
        return value == null;
      case "int":
        return Numbers.isWhole(value);
      case "bool":
        return value instanceof Boolean;
      case "float":
        return value instanceof Double;
      case "str":
        return value instanceof String;
      case "bytes":
        return value instanceof PyBytes;
      case "tuple":
        return value instanceof PyTuple;
      case "list":
        return value instanceof PyList;
      case "set":
      case "frozenset":
        return value instanceof PySet;
      case "dict":
        return value instanceof PyDict;
      case "collections.abc.Mapping":
        return value instanceof PyDict || value instanceof PyMapping;
      case "fractions.Fraction":
        return value instanceof PyFraction;
      default:
        return value instanceof PyException && isKind((PyException) value, type.toString());
    }
  }

  private static boolean isKind(PyException fault, String kind) {
    boolean looksUp = kind.equals("LookupError") && (fault.kind.equals("KeyError") || fault.kind.equals("IndexError"));
    return kind.equals("Exception") || kind.equals(fault.kind) || kind.equals(fault.basis_()) || looksUp;
  }

  public static Object type(Object value) {
    return value == null ? new Builtin("NoneType") : PyType.of(value.getClass(), -1);
  }

  public static Object identity(Object value) {
    return (long) System.identityHashCode(value);
  }

  public static Object hash(Object value) {
    return (long) value.hashCode();
  }
}
