package judge;

import java.util.LinkedHashSet;

/** A set or frozenset; the engine doesn't depend on the order of sets. */
public final class PySet extends LinkedHashSet<Object> {
  private static final long serialVersionUID = 1;
}
