package judge;

/** A value that can be called; arguments that weren't given are left out at the end, or are {@link Missing#VALUE}. */
public interface Callable {
  Object call(Object... arguments);
}
