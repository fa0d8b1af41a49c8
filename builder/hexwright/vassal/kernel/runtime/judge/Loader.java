package judge;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;

/**
 * Defines the classes of the judge from one entry of the module: the engine's archive would look up each class on its own.
 *
 * <p>This class alone is an entry of its own, and the first that a module's script loads.
 */
public final class Loader extends ClassLoader {
  private final Map<String, byte[]> classes = new HashMap<>();

  /** Read the packed classes; the classes of Java itself come from the platform, and no others are seen. */
  public Loader(InputStream packed) throws IOException {
    super(ClassLoader.getPlatformClassLoader());
    try (DataInputStream in = new DataInputStream(packed)) {
      for (int rest = in.readInt(); rest > 0; rest--) {
        String name = new String(part(in), "US-ASCII");
        classes.put(name, part(in));
      }
    }
  }

  /** Return the {@code judge.Engine} of packed classes, with the data of a game. */
  public static Object engine(InputStream packed, InputStream data) throws IOException, ReflectiveOperationException {
    try (InputStream in = data) {
      Class<?> engine = new Loader(packed).loadClass("judge.Engine");
      return engine.getMethod("open", String.class).invoke(null, new String(in.readAllBytes(), "US-ASCII"));
    }
  }

  private static byte[] part(DataInputStream in) throws IOException {
    byte[] part = new byte[in.readInt()];
    in.readFully(part);
    return part;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] code = classes.remove(name);
    if (code == null) {
      throw new ClassNotFoundException(name);
    }
    return defineClass(name, code, 0, code.length);
  }
}
