package judge;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Objects;

/** A tuple; named tuples are translated classes below this one. */
public class PyTuple implements Iterable<Object>, Answering {
  public final Object[] a;
  private int hash;

  public PyTuple(Object[] values) {
    a = values;
  }

  public PyTuple(int size) {
    a = new Object[size];
  }

  /** Return the names of a named tuple; null for a plain tuple. */
  public String[] names_() {
    return null;
  }

  /** Return a named tuple of this class without values. */
  public PyTuple fresh_() {
    return new PyTuple(a.length);
  }

  /** Return a copy that may be changed until it is handed on. */
  public PyTuple copy() {
    PyTuple copy = fresh_();
    System.arraycopy(a, 0, copy.a, 0, a.length);
    return copy;
  }

  /** Set a value of a copy by its name. */
  public void set(String name, Object value) {
    a[Calls.position(names_(), name)] = value;
  }

  @Override
  public Object at(int name) {
    return names_() == null ? Calls.boundMethod(this, Calls.nameOf(name)) : Calls.lacks(this, name);
  }

  @Override
  public Iterator<Object> iterator() {
    return Arrays.asList(a).iterator();
  }

  @Override
  public boolean equals(Object other) {
    if (this == other) {
      return true;
    }
    if (!(other instanceof PyTuple)) {
      return false;
    }
    Object[] theirs = ((PyTuple) other).a;
    if (a.length != theirs.length) {
      return false;
    }
    for (int n = 0; n < a.length; n++) {
      if (!Comparison.eq(a[n], theirs[n])) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    if (hash == 0) {
      int found = 1;
      for (Object value : a) {
        found = 31 * found + Objects.hashCode(value);
      }
      hash = found;
    }
    return hash;
  }

  @Override
  public String toString() {
    return Texts.repr(this);
  }
}
