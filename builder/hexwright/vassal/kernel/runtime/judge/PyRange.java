package judge;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** The numbers from one to another, the last left out. */
public final class PyRange implements Iterable<Object> {
  private final long from;
  private final long to;
  private final long by;

  public PyRange(long from, long to, long by) {
    if (by == 0) {
      throw new PyException("ValueError", "range() arg 3 must not be zero");
    }
    this.from = from;
    this.to = to;
    this.by = by;
  }

  int size() {
    return (int) Math.max(0, by > 0 ? (to - from + by - 1) / by : (from - to - by - 1) / -by);
  }

  Object get(int n) {
    int at = n < 0 ? n + size() : n;
    if (at < 0 || at >= size()) {
      throw new PyException("IndexError", "range object index out of range");
    }
    return from + at * by;
  }

  boolean has(long number) {
    boolean within = by > 0 ? number >= from && number < to : number <= from && number > to;
    return within && (number - from) % by == 0;
  }

  @Override
  public Iterator<Object> iterator() {
    return new Iterator<Object>() {
      private long next = from;

      @Override
      public boolean hasNext() {
        return by > 0 ? next < to : next > to;
      }

      @Override
      public Object next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        long now = next;
        next += by;
        return now;
      }
    };
  }
}
