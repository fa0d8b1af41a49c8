package judge;

/** A dict that makes a value when it is first asked for. */
public final class DefaultMap extends PyDict {
  private static final long serialVersionUID = 1;

  private final transient Object maker;

  public DefaultMap(Object maker) {
    this.maker = maker;
  }

  Object make(Object key) {
    Object made = Calls.call(maker, new Object[] {key});
    put(key, made);
    return made;
  }
}
