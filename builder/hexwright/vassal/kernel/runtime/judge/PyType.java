package judge;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/** A translated class as a value: called, it makes an object. */
public final class PyType implements Callable {
  public final Class<?> type;
  private final int number;
  private Method maker;

  private PyType(Class<?> type, int number) {
    this.type = type;
    this.number = number;
  }

  /** Return a class; `number` is what its objects answer to `is_`, or -1. */
  public static Object of(Class<?> type, int number) {
    return new PyType(type, number);
  }

  boolean isTypeOf(Object value) {
    return type.isInstance(value) || number >= 0 && value instanceof Answering && ((Answering) value).is_(number);
  }

  @Override
  public Object call(Object... given) {
    try {
      Method make = maker();
      Object[] all = Arrays.copyOf(given, make.getParameterCount());
      for (int n = given.length; n < all.length; n++) {
        all[n] = Missing.VALUE;
      }
      return make.invoke(null, all);
    } catch (InvocationTargetException fault) {
      if (fault.getCause() instanceof RuntimeException) {
        throw (RuntimeException) fault.getCause();
      }
      throw new IllegalStateException(fault.getCause());
    } catch (IllegalAccessException fault) {
      throw new IllegalStateException(fault);
    }
  }

  private Method maker() {
    if (maker == null) {
      for (Method method : type.getDeclaredMethods()) {
        if (method.getName().equals("make")) {
          maker = method;
          return method;
        }
      }
      throw new PyException("TypeError", type.getName() + " can't be made");
    }
    return maker;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PyType && ((PyType) other).type == type;
  }

  @Override
  public int hashCode() {
    return type.hashCode();
  }

  @Override
  public String toString() {
    return type.getSimpleName();
  }
}
