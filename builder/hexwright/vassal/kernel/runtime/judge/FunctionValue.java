package judge;

/** A function as a value: one class for all functions of a module, which calls them by number. */
public abstract class FunctionValue implements Callable {
  /** The number of the function in its module. */
  public final int id;

  /** The values that a nested function takes along. */
  public final Object[] caps;

  public FunctionValue(int id, Object[] caps) {
    this.id = id;
    this.caps = caps;
  }
}
