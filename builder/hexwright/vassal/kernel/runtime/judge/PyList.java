package judge;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** A list. It may grow while it is iterated, as Python's may. */
public final class PyList extends ArrayList<Object> {
  private static final long serialVersionUID = 1;

  /** The most values that it holds, as a deque may: one more drops the first; -1 for any number. */
  private int limit = -1;

  public PyList() {}

  public PyList(int room) {
    super(room);
  }

  public PyList(Collection<?> values) {
    super(values);
  }

  /** Return an empty list that keeps so many values. */
  static PyList limited(int limit) {
    PyList made = new PyList();
    made.limit = limit;
    return made;
  }

  @Override
  public boolean add(Object value) {
    if (limit >= 0 && size() >= limit) {
      if (limit == 0) {
        return false;
      }
      remove(0);
    }
    return super.add(value);
  }

  /** Add all values of anything that can be iterated. */
  public void addAllOf(Object values) {
    if (limit < 0 && values instanceof Collection) {
      addAll((Collection<?>) values);
      return;
    }
    for (Object value : Containers.iter(values)) {
      add(value);
    }
  }

  @Override
  public Iterator<Object> iterator() {
    return new Iterator<Object>() {
      private int at;

      @Override
      public boolean hasNext() {
        return at < size();
      }

      @Override
      public Object next() {
        if (at >= size()) {
          throw new NoSuchElementException();
        }
        return get(at++);
      }
    };
  }

  @Override
  public boolean equals(Object other) {
    if (this == other) {
      return true;
    }
    if (!(other instanceof PyList) || size() != ((PyList) other).size()) {
      return false;
    }
    PyList theirs = (PyList) other;
    for (int n = 0; n < size(); n++) {
      if (!Comparison.eq(get(n), theirs.get(n))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    throw new PyException("TypeError", "unhashable type: 'list'");
  }
}
