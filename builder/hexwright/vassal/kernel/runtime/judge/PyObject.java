package judge;

import java.util.Objects;

/** An object of a translated class; its fields stand in one array, by position. */
public abstract class PyObject implements Answering {
  private static final String[] NO_NAMES = {};

  /** The values of the fields, then of further attributes, then of cached properties. */
  public final Object[] v;

  public PyObject(int size) {
    v = new Object[size];
  }

  /** Return the names of the fields of a dataclass, in order. */
  public String[] names_() {
    return NO_NAMES;
  }

  /** Return the names of all attributes that can be set: the fields come first. */
  public String[] slots_() {
    return names_();
  }

  /** Return which fields are compared, as bits; 0 if only the object itself is equal to it. */
  public long same_() {
    return 0;
  }

  /** Return a new object of this class without values. */
  public abstract PyObject new_();

  /** Return a copy with the fields alone: nothing cached comes along. */
  public PyObject copy() {
    PyObject copy = new_();
    System.arraycopy(v, 0, copy.v, 0, names_().length);
    return copy;
  }

  /** Set an attribute. */
  public void set(String name, Object value) {
    v[Calls.position(slots_(), name)] = value;
  }

  @Override
  public boolean equals(Object other) {
    if (this == other) {
      return true;
    }
    long mask = same_();
    if (mask == 0 || other == null || other.getClass() != getClass()) {
      return false;
    }
    Object[] theirs = ((PyObject) other).v;
    for (int n = 0; mask != 0; n++, mask >>>= 1) {
      if ((mask & 1) != 0 && !Comparison.eq(v[n], theirs[n])) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    long mask = same_();
    if (mask == 0) {
      return System.identityHashCode(this);
    }
    int hash = 7;
    for (int n = 0; mask != 0; n++, mask >>>= 1) {
      if ((mask & 1) != 0) {
        hash = 31 * hash + Objects.hashCode(v[n]);
      }
    }
    return hash;
  }
}
