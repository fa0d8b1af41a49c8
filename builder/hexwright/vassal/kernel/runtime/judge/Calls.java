package judge;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Attributes, methods and calls of values. */
public final class Calls {
  /** The numbers of names that the runtime itself asks for. */
  static final int LEN = 0;

  static final int ITER = 1;
  static final int STR = 2;
  static final int ITEM = 3;

  private static final String[] NAMES = names();
  private static final Map<String, Integer> NUMBERS = new HashMap<>();

  static {
    for (int n = 0; n < NAMES.length; n++) {
      NUMBERS.put(NAMES[n], n);
    }
  }

  private Calls() {}

  /** Return the names that the translated classes use: a class that is written with them. */
  private static String[] names() {
    try {
      return (String[]) Class.forName("judge.Names").getField("ALL").get(null);
    } catch (ReflectiveOperationException fault) {
      throw new IllegalStateException(fault);
    }
  }

  static String nameOf(int number) {
    return number < 0 ? "an unknown name" : NAMES[number];
  }

  static int numberOf(String name) {
    return NUMBERS.getOrDefault(name, -1);
  }

  /** Return where a name stands among others. */
  static int position(String[] names, String name) {
    for (int n = 0; n < names.length; n++) {
      if (names[n].equals(name)) {
        return n;
      }
    }
    throw new PyException("AttributeError", name);
  }

  static Object lacks(Object value, int name) {
    throw new PyException("AttributeError", value.getClass().getSimpleName() + " has no " + nameOf(name));
  }

  /** Return whether the class of a value gives one of Python's methods with two underscores. */
  static boolean has(Answering value, int name) {
    return value.is_(-1 - name);
  }

  // Attributes

  public static Object attribute(Object value, int name) {
    return value instanceof Answering ? ((Answering) value).at(name) : builtinAttribute(value, nameOf(name));
  }

  private static Object builtinAttribute(Object value, String name) {
    if (value == null) {
      throw new PyException("AttributeError", "None has no " + name);
    }
    if (name.equals("numerator")) {
      return value instanceof PyFraction ? Numbers.norm(((PyFraction) value).n) : value;
    }
    if (name.equals("denominator")) {
      return value instanceof PyFraction ? Numbers.norm(((PyFraction) value).d) : (Object) 1L;
    }
    return boundMethod(value, name);
  }

  static Object boundMethod(Object value, String name) {
    return (Callable) given -> Methods.invoke(value, name, given);
  }

  static Object attributeNamed(Object value, String name) {
    return value instanceof Answering ? ((Answering) value).attr_(name) : builtinAttribute(value, name);
  }

  public static Object getattr(Object value, Object name) {
    return attributeNamed(value, (String) name);
  }

  public static Object getattr(Object value, Object name, Object usual) {
    try {
      return attributeNamed(value, (String) name);
    } catch (PyException fault) {
      if (fault.kind.equals("AttributeError")) {
        return usual;
      }
      throw fault;
    }
  }

  public static Object hasattr(Object value, Object name) {
    return getattr(value, name, Missing.VALUE) != Missing.VALUE;
  }

  public static void setattr(Object value, String name, Object to) {
    if (value instanceof PyObject) {
      ((PyObject) value).set(name, to);
    } else {
      ((PyException) value).set(name, to);
    }
  }

  /** Return a copy of a dataclass or named tuple with some values changed. */
  public static Object replace(Object value, String[] names, Object[] values) {
    if (value instanceof PyTuple) {
      PyTuple copy = ((PyTuple) value).copy();
      for (int n = 0; n < names.length; n++) {
        copy.set(names[n], values[n]);
      }
      return copy;
    }
    PyObject copy = ((PyObject) value).copy();
    for (int n = 0; n < names.length; n++) {
      copy.set(names[n], values[n]);
    }
    return copy;
  }

  /** Return a copy with the values of a dict. */
  public static Object replaced(Object value, PyDict changes) {
    String[] names = changes.keySet().toArray(new String[0]);
    return replace(value, names, changes.values().toArray());
  }

  /** Return the names of a dataclass's fields as a tuple; an empty one for any other type. */
  public static Object field_names(Object type) {
    if (!(type instanceof PyType)) {
      return new PyTuple(0);
    }
    try {
      Object[] names = (Object[]) ((PyType) type).type.getField("$NAMES").get(null);
      return new PyTuple(Arrays.copyOf(names, names.length, Object[].class));
    } catch (NoSuchFieldException fault) {
      return new PyTuple(0);
    } catch (IllegalAccessException fault) {
      throw new IllegalStateException(fault);
    }
  }

  // Methods, by the number of their name

  public static Object m0(Object on, int name) {
    return on instanceof Answering ? ((Answering) on).m0(name) : builtin(on, name);
  }

  public static Object m1(Object on, int name, Object a) {
    return on instanceof Answering ? ((Answering) on).m1(name, a) : builtin(on, name, a);
  }

  public static Object m2(Object on, int name, Object a, Object b) {
    return on instanceof Answering ? ((Answering) on).m2(name, a, b) : builtin(on, name, a, b);
  }

  public static Object m3(Object on, int name, Object a, Object b, Object c) {
    return on instanceof Answering ? ((Answering) on).m3(name, a, b, c) : builtin(on, name, a, b, c);
  }

  public static Object m4(Object on, int name, Object a, Object b, Object c, Object d) {
    return on instanceof Answering ? ((Answering) on).m4(name, a, b, c, d) : builtin(on, name, a, b, c, d);
  }

  public static Object m5(Object on, int name, Object a, Object b, Object c, Object d, Object e) {
    return on instanceof Answering ? ((Answering) on).m5(name, a, b, c, d, e) : builtin(on, name, a, b, c, d, e);
  }

  public static Object m6(Object on, int name, Object a, Object b, Object c, Object d, Object e, Object f) {
    return on instanceof Answering
        ? ((Answering) on).m6(name, a, b, c, d, e, f)
        : builtin(on, name, a, b, c, d, e, f);
  }

  public static Object m7(
      Object on, int name, Object a, Object b, Object c, Object d, Object e, Object f, Object g) {
    return on instanceof Answering
        ? ((Answering) on).m7(name, a, b, c, d, e, f, g)
        : builtin(on, name, a, b, c, d, e, f, g);
  }

  public static Object m8(
      Object on, int name, Object a, Object b, Object c, Object d, Object e, Object f, Object g, Object h) {
    return on instanceof Answering
        ? ((Answering) on).m8(name, a, b, c, d, e, f, g, h)
        : builtin(on, name, a, b, c, d, e, f, g, h);
  }

  public static Object m9(
      Object on,
      int name,
      Object a,
      Object b,
      Object c,
      Object d,
      Object e,
      Object f,
      Object g,
      Object h,
      Object i) {
    return on instanceof Answering
        ? ((Answering) on).m9(name, a, b, c, d, e, f, g, h, i)
        : builtin(on, name, a, b, c, d, e, f, g, h, i);
  }

  private static Object builtin(Object on, int name, Object... given) {
    return Methods.invoke(on, nameOf(name), given);
  }

  /** Call a method that no translated class knows: one that all tuples or mappings have, or a function in a field. */
  static Object otherMethod(Answering on, int name, Object... given) {
    if (Methods.isShared(on, nameOf(name))) {
      return Methods.invoke(on, nameOf(name), given);
    }
    return call(on.at(name), given);
  }

  /** Return a method as a value; `size` arguments, those that aren't given are missing. */
  public static Object bound(Answering on, int name, int size) {
    return (Callable)
        given -> {
          Object[] all = Arrays.copyOf(given, size);
          Arrays.fill(all, Math.min(given.length, size), size, Missing.VALUE);
          return on.mv(name, all);
        };
  }

  // Functions

  public static Object call(Object function, Object[] given) {
    if (function instanceof Callable) {
      return ((Callable) function).call(given);
    }
    throw new PyException("TypeError", Texts.repr(function) + " can't be called");
  }

  /** Return an argument of a call, missing if there are fewer. */
  public static Object argument(Object[] given, int at) {
    return at < given.length ? given[at] : Missing.VALUE;
  }

  /** Return an argument that a dict spreads by name. */
  public static Object keyword(Object given, String name) {
    return Containers.getOr(given, name, Missing.VALUE);
  }

  /** Return a function whose first arguments are given. */
  static Object partial(Object function, Object[] first) {
    return (Callable)
        given -> {
          Object[] all = Arrays.copyOf(first, first.length + given.length);
          System.arraycopy(given, 0, all, first.length, given.length);
          return call(function, all);
        };
  }

  /** Return a function some of whose arguments are given: those missing are taken in order. */
  public static Object partial_keywords(Object function, Object[] known) {
    return (Callable)
        given -> {
          Object[] all = known.clone();
          int next = 0;
          for (int n = 0; n < all.length && next < given.length; n++) {
            if (all[n] == Missing.VALUE) {
              all[n] = given[next++];
            }
          }
          return call(function, all);
        };
  }

  public static Object builtin(String name) {
    return new Builtin(name);
  }

  public static Object default_map(Object maker) {
    return new DefaultMap(maker);
  }

  // Exceptions

  public static Object exception(String kind, Object[] args) {
    return new PyException(kind, args);
  }

  public static void check(boolean holds) {
    if (!holds) {
      throw new PyException("AssertionError");
    }
  }

  public static void raise(Object exception) {
    throw (PyException) exception;
  }
}
