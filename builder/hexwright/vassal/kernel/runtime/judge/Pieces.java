package judge;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;

/** Reads properties of VASSAL's pieces, whose classes the runtime doesn't know: scripts would be slow at it. */
final class Pieces {
  private final Map<Class<?>, Method> readers = new HashMap<>();
  private final String reader;

  private Pieces(String reader) {
    if (!reader.equals("getProperty") && !reader.equals("getPersistentProperty")) {
      // A script may call nothing else by this way.
      throw new IllegalArgumentException("pieces aren't read by " + reader);
    }
    this.reader = reader;
  }

  /** Return the named properties of each piece as text, "" for those that it lacks, by a method such as getProperty. */
  static String[][] read(Object[] pieces, String reader, String[] names) {
    Pieces all = new Pieces(reader);
    String[][] found = new String[pieces.length][names.length];
    for (int n = 0; n < pieces.length; n++) {
      for (int m = 0; m < names.length; m++) {
        Object value = all.property(pieces[n], names[m]);
        found[n][m] = value == null ? "" : value.toString();
      }
    }
    return found;
  }

  private Object property(Object piece, String name) {
    try {
      return readers.computeIfAbsent(piece.getClass(), this::readerOf).invoke(piece, name);
    } catch (IllegalAccessException | InvocationTargetException fault) {
      throw new IllegalStateException(fault);
    }
  }

  /** Return the method as a public class or interface declares it: a piece's own class may not be public. */
  private Method readerOf(Class<?> type) {
    for (Class<?> one = type; one != null; one = one.getSuperclass()) {
      Method found = declared(one);
      for (Class<?> face : one.getInterfaces()) {
        found = found == null ? declaredAbove(face) : found;
      }
      if (found != null) {
        return found;
      }
    }
    throw new IllegalArgumentException(type.getName() + " has no public " + reader);
  }

  private Method declaredAbove(Class<?> face) {
    Method found = declared(face);
    for (Class<?> above : face.getInterfaces()) {
      found = found == null ? declaredAbove(above) : found;
    }
    return found;
  }

  private Method declared(Class<?> type) {
    try {
      return Modifier.isPublic(type.getModifiers()) ? type.getDeclaredMethod(reader, Object.class) : null;
    } catch (NoSuchMethodException fault) {
      return null;
    }
  }
}
