package judge;

/** Stands for an argument that wasn't given, or a value that isn't there: Python's None is Java's null. */
public final class Missing {
  /** The only one there is. */
  public static final Object VALUE = new Missing();

  private Missing() {}

  @Override
  public String toString() {
    return "missing";
  }
}
