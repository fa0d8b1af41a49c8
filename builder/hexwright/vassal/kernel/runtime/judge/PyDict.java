package judge;

import java.util.LinkedHashMap;

/** A dict: in order of insertion, like Python's. */
public class PyDict extends LinkedHashMap<Object, Object> {
  private static final long serialVersionUID = 1;

  /** Put one entry, and return this. */
  public PyDict with(Object key, Object value) {
    put(key, value);
    return this;
  }

  /** Put all entries of another mapping, and return this. */
  public PyDict all(Object other) {
    for (Object key : Containers.iter(other)) {
      put(key, Containers.get(other, key));
    }
    return this;
  }
}
