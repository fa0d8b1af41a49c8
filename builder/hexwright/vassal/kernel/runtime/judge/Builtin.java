package judge;

/** A type or function of Python itself as a value. */
final class Builtin implements Callable {
  private final String name;

  Builtin(String name) {
    this.name = name;
  }

  @Override
  public Object call(Object... given) {
    return Library.extcall(name, given);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Builtin && ((Builtin) other).name.equals(name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return name;
  }
}
