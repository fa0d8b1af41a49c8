package judge;

import java.math.BigInteger;
import java.util.Arrays;

/** Arithmetic: whole numbers are {@code Long}, or {@code BigInteger} where they need more room; a bool is a number too. */
public final class Numbers {
  private static final BigInteger[] BITS = new BigInteger[8192];

  static {
    for (int n = 0; n < BITS.length; n++) {
      BITS[n] = BigInteger.ONE.shiftLeft(n);
    }
  }

  private Numbers() {}

  // Kinds of numbers

  public static Object whole(long value) {
    return value;
  }

  public static Object big(String digits) {
    return norm(new BigInteger(digits));
  }

  public static Object box(boolean value) {
    return value;
  }

  /** Return a whole number in the smaller of its two forms. */
  static Object norm(BigInteger value) {
    return value.bitLength() < 64 ? (Object) value.longValue() : value;
  }

  static BigInteger big(Object value) {
    if (value instanceof BigInteger) {
      return (BigInteger) value;
    }
    return BigInteger.valueOf(small(value));
  }

  static long small(Object value) {
    if (value instanceof Long) {
      return (Long) value;
    }
    if (value instanceof Boolean) {
      return (Boolean) value ? 1 : 0;
    }
    throw new PyException("TypeError", "not a whole number: " + Texts.repr(value));
  }

  static int index(Object value) {
    return Math.toIntExact(small(value));
  }

  static boolean isWhole(Object value) {
    return value instanceof Long || value instanceof BigInteger || value instanceof Boolean;
  }

  static boolean isNumber(Object value) {
    return isWhole(value) || value instanceof PyFraction || value instanceof Double;
  }

  static double floating(Object value) {
    if (value instanceof Double) {
      return (Double) value;
    }
    if (value instanceof PyFraction) {
      return ((PyFraction) value).n.doubleValue() / ((PyFraction) value).d.doubleValue();
    }
    return big(value).doubleValue();
  }

  private static boolean eitherFloats(Object a, Object b) {
    return a instanceof Double || b instanceof Double;
  }

  private static PyException unsupported(String operation, Object a, Object b) {
    return new PyException("TypeError", "unsupported operands for " + operation + ": " + kind(a) + " and " + kind(b));
  }

  private static String kind(Object value) {
    return value == null ? "NoneType" : value.getClass().getSimpleName();
  }

  // Operations

  public static Object add(Object a, Object b) {
    if (a instanceof Long && b instanceof Long) {
      long x = (Long) a;
      long y = (Long) b;
      long sum = x + y;
      return ((x ^ sum) & (y ^ sum)) < 0 ? (Object) big(a).add(big(b)) : (Object) sum;
    }
    if (isWhole(a) && isWhole(b)) {
      return norm(big(a).add(big(b)));
    }
    if (a instanceof String && b instanceof String) {
      return (String) a + (String) b;
    }
    if (a instanceof PyTuple && b instanceof PyTuple) {
      return new PyTuple(joined(((PyTuple) a).a, ((PyTuple) b).a));
    }
    if (a instanceof PyList && b instanceof PyList) {
      PyList sum = new PyList((PyList) a);
      sum.addAllOf(b);
      return sum;
    }
    if (a instanceof PyBytes && b instanceof PyBytes) {
      byte[] x = ((PyBytes) a).b;
      byte[] y = ((PyBytes) b).b;
      byte[] sum = Arrays.copyOf(x, x.length + y.length);
      System.arraycopy(y, 0, sum, x.length, y.length);
      return new PyBytes(sum);
    }
    if (!isNumber(a) || !isNumber(b)) {
      throw unsupported("+", a, b);
    }
    if (eitherFloats(a, b)) {
      return floating(a) + floating(b);
    }
    PyFraction x = PyFraction.of(a);
    PyFraction y = PyFraction.of(b);
    return new PyFraction(x.n.multiply(y.d).add(y.n.multiply(x.d)), x.d.multiply(y.d));
  }

  private static Object[] joined(Object[] a, Object[] b) {
    Object[] all = Arrays.copyOf(a, a.length + b.length, Object[].class);
    System.arraycopy(b, 0, all, a.length, b.length);
    return all;
  }

  public static Object sub(Object a, Object b) {
    if (a instanceof Long && b instanceof Long) {
      long x = (Long) a;
      long y = (Long) b;
      long rest = x - y;
      return ((x ^ y) & (x ^ rest)) < 0 ? (Object) big(a).subtract(big(b)) : (Object) rest;
    }
    if (isWhole(a) && isWhole(b)) {
      return norm(big(a).subtract(big(b)));
    }
    if (!isNumber(a)) {
      return Containers.without(a, b);
    }
    return add(a, neg(b));
  }

  public static Object mul(Object a, Object b) {
    if (a instanceof Long && b instanceof Long) {
      long x = (Long) a;
      long y = (Long) b;
      if (Math.abs(x) < 1L << 31 && Math.abs(y) < 1L << 31) {
        return x * y;
      }
    }
    if (isWhole(a) && isWhole(b)) {
      return norm(big(a).multiply(big(b)));
    }
    if (!isNumber(a) || !isNumber(b)) {
      return isWhole(a) ? Containers.repeated(b, index(a)) : Containers.repeated(a, index(b));
    }
    if (eitherFloats(a, b)) {
      return floating(a) * floating(b);
    }
    PyFraction x = PyFraction.of(a);
    PyFraction y = PyFraction.of(b);
    return new PyFraction(x.n.multiply(y.n), x.d.multiply(y.d));
  }

  public static Object div(Object a, Object b) {
    if (a instanceof PyFraction && !(b instanceof Double) || b instanceof PyFraction && !(a instanceof Double)) {
      PyFraction x = PyFraction.of(a);
      PyFraction y = PyFraction.of(b);
      return new PyFraction(x.n.multiply(y.d), x.d.multiply(y.n));
    }
    double divisor = floating(b);
    if (divisor == 0) {
      throw new PyException("ZeroDivisionError", "division by zero");
    }
    return floating(a) / divisor;
  }

  public static Object floordiv(Object a, Object b) {
    if (isWhole(a) && isWhole(b)) {
      if (big(b).signum() == 0) {
        throw new PyException("ZeroDivisionError", "integer division or modulo by zero");
      }
      if (a instanceof Long && b instanceof Long && (Long) b != -1) {
        return Math.floorDiv((Long) a, (Long) b);
      }
      BigInteger[] parts = big(a).divideAndRemainder(big(b));
      boolean below = parts[1].signum() != 0 && parts[1].signum() != big(b).signum();
      return norm(below ? parts[0].subtract(BigInteger.ONE) : parts[0]);
    }
    if (eitherFloats(a, b)) {
      return Math.floor((Double) div(floating(a), b));
    }
    PyFraction quotient = (PyFraction) div(PyFraction.of(a), b);
    return floordiv(norm(quotient.n), norm(quotient.d));
  }

  public static Object mod(Object a, Object b) {
    if (a instanceof Long && b instanceof Long && (Long) b != 0) {
      return Math.floorMod((Long) a, (Long) b);
    }
    if (!isNumber(a)) {
      throw unsupported("%", a, b);
    }
    return sub(a, mul(floordiv(a, b), b));
  }

  public static Object divmod(Object a, Object b) {
    return new PyTuple(new Object[] {floordiv(a, b), mod(a, b)});
  }

  public static Object pow(Object a, Object b) {
    if (a instanceof PyFraction) {
      PyFraction base = (PyFraction) a;
      int power = index(b);
      return power < 0
          ? new PyFraction(base.d.pow(-power), base.n.pow(-power))
          : new PyFraction(base.n.pow(power), base.d.pow(power));
    }
    if (eitherFloats(a, b) || small(b) < 0) {
      return Math.pow(floating(a), floating(b));
    }
    return norm(big(a).pow(index(b)));
  }

  public static Object neg(Object a) {
    if (a instanceof PyFraction) {
      return new PyFraction(((PyFraction) a).n.negate(), ((PyFraction) a).d);
    }
    if (a instanceof Double) {
      return -(Double) a;
    }
    return a instanceof Long && (Long) a != Long.MIN_VALUE ? (Object) (-(Long) a) : norm(big(a).negate());
  }

  public static Object abs(Object a) {
    return Comparison.compare(a, 0L) < 0 ? neg(a) : a instanceof Boolean ? (Object) small(a) : a;
  }

  // Sets of small numbers as bits, and the same operators on sets and dicts

  public static Object and(Object a, Object b) {
    if (a instanceof Long && b instanceof Long) {
      return (Long) a & (Long) b;
    }
    if (a instanceof Boolean && b instanceof Boolean) {
      return (Boolean) a & (Boolean) b;
    }
    return isWhole(a) ? norm(big(a).and(big(b))) : Containers.common(a, b);
  }

  public static Object andnot(Object a, Object b) {
    if (a instanceof Long && b instanceof Long) {
      return (Long) a & ~(Long) b;
    }
    return norm(big(a).andNot(big(b)));
  }

  public static Object or(Object a, Object b) {
    if (a instanceof Long && b instanceof Long) {
      return (Long) a | (Long) b;
    }
    if (a instanceof Boolean && b instanceof Boolean) {
      return (Boolean) a | (Boolean) b;
    }
    return isWhole(a) ? norm(big(a).or(big(b))) : Containers.together(a, b);
  }

  public static Object xor(Object a, Object b) {
    if (a instanceof Long && b instanceof Long) {
      return (Long) a ^ (Long) b;
    }
    if (a instanceof Boolean && b instanceof Boolean) {
      return (Boolean) a ^ (Boolean) b;
    }
    if (isWhole(a)) {
      return norm(big(a).xor(big(b)));
    }
    return Containers.together(Containers.without(a, b), Containers.without(b, a));
  }

  public static Object inv(Object a) {
    return a instanceof Long ? (Object) ~(Long) a : norm(big(a).not());
  }

  public static Object shl(Object a, Object by) {
    int places = places(by);
    if (a instanceof Long) {
      long value = (Long) a;
      if (value == 0) {
        return a;
      }
      if (value == 1 && places >= 63 && places < BITS.length) {
        return BITS[places];
      }
      if (value > 0 && places < Long.numberOfLeadingZeros(value) - 1) {
        return value << places;
      }
    }
    return norm(big(a).shiftLeft(places));
  }

  public static Object shr(Object a, Object by) {
    int places = places(by);
    if (a instanceof Long) {
      return (Long) a >> Math.min(places, 63);
    }
    return norm(big(a).shiftRight(places));
  }

  private static int places(Object by) {
    int places = index(by);
    if (places < 0) {
      throw new PyException("ValueError", "negative shift count");
    }
    return places;
  }

  /** Return the numbers in a set, lowest first. */
  public static Object members(Object set) {
    PyList found = new PyList();
    if (set instanceof BigInteger) {
      byte[] bytes = ((BigInteger) set).toByteArray();
      for (int at = bytes.length - 1, base = 0; at >= 0; at--, base += 8) {
        for (int rest = bytes[at] & 255; rest != 0; rest &= rest - 1) {
          found.add((long) (base + Integer.numberOfTrailingZeros(rest)));
        }
      }
      return found;
    }
    for (long rest = small(set); rest != 0; rest &= rest - 1) {
      found.add((long) Long.numberOfTrailingZeros(rest));
    }
    return found;
  }

  /** Return the entries of a sequence whose positions are in a set, in order. */
  public static Object select(Object row, Object set) {
    PyList found = new PyList();
    int size = Containers.size(row);
    for (Object at : (PyList) members(set)) {
      if ((Long) at >= size) {
        break;
      }
      found.add(Containers.get(row, at));
    }
    return found;
  }

  // What Python's types make of other values

  public static Object int_(Object value) {
    if (value instanceof String) {
      String digits = ((String) value).trim().replace("_", "");
      try {
        return norm(new BigInteger(digits.startsWith("+") ? digits.substring(1) : digits));
      } catch (NumberFormatException fault) {
        throw new PyException("ValueError", "invalid literal for int() with base 10: " + Texts.repr(value));
      }
    }
    if (value instanceof PyFraction) {
      return norm(((PyFraction) value).n.divide(((PyFraction) value).d));
    }
    if (value instanceof Double) {
      return norm(new java.math.BigDecimal((Double) value).toBigInteger());
    }
    return norm(big(value));
  }

  public static Object float_(Object value) {
    return floating(value);
  }

  public static Object bool_(Object value) {
    return Comparison.truth(value);
  }

  public static Object bin(Object value) {
    return (big(value).signum() < 0 ? "-0b" : "0b") + big(value).abs().toString(2);
  }

  /** Return the nearest whole number; of two, the even one. */
  public static Object round(Object value) {
    if (value instanceof Double) {
      return norm(new java.math.BigDecimal(Math.rint((Double) value)).toBigInteger());
    }
    PyFraction twice = (PyFraction) mul(PyFraction.of(value), PyFraction.of(2L));
    BigInteger low = big(floordiv(value, 1L));
    PyFraction beyond = (PyFraction) sub(twice, PyFraction.of(norm(low.shiftLeft(1))));
    int side = Comparison.compare(beyond, 1L);
    boolean up = side > 0 || side == 0 && low.testBit(0);
    return norm(up ? low.add(BigInteger.ONE) : low);
  }

  /** Round to so many decimal places. */
  public static Object round(Object value, Object places) {
    java.math.BigDecimal exact = new java.math.BigDecimal(floating(value));
    return exact.setScale(index(places), java.math.RoundingMode.HALF_EVEN).doubleValue();
  }

  public static Object fraction(Object value) {
    if (value instanceof String) {
      String text = ((String) value).trim();
      int bar = text.indexOf('/');
      try {
        if (bar > 0) {
          return new PyFraction(new BigInteger(text.substring(0, bar)), new BigInteger(text.substring(bar + 1)));
        }
        java.math.BigDecimal decimal = new java.math.BigDecimal(text);
        return new PyFraction(
            decimal.unscaledValue().multiply(BigInteger.TEN.pow(Math.max(0, -decimal.scale()))),
            BigInteger.TEN.pow(Math.max(0, decimal.scale())));
      } catch (NumberFormatException fault) {
        throw new PyException("ValueError", "Invalid literal for Fraction: " + Texts.repr(value));
      }
    }
    return PyFraction.of(value);
  }

  public static Object fraction(Object numerator, Object denominator) {
    return div(PyFraction.of(numerator), PyFraction.of(denominator));
  }

  public static Object fractionv(Object[] given) {
    return given.length == 0 ? fraction(0L) : given.length == 1 ? fraction(given[0]) : fraction(given[0], given[1]);
  }
}
