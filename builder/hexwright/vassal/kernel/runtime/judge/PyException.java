package judge;

/** An exception of the rules engine or of Python. */
public class PyException extends RuntimeException implements Answering {
  private static final String[] NO_NAMES = {};
  private static final long serialVersionUID = 1;

  /** The name of Python's own exception; of a translated class, its own name. */
  public final String kind;

  public transient Object[] args = {};

  /** The values of attributes that a translated class sets. */
  public transient Object[] v = {};

  public PyException() {
    super(null, null, false, true);
    kind = getClass().getSimpleName();
  }

  public PyException(String kind, Object... args) {
    super(null, null, false, true);
    this.kind = kind;
    this.args = args;
  }

  /** Set the arguments, as {@code super().__init__} does. */
  public Object init_(Object[] given) {
    args = given;
    return null;
  }

  /** Return the name of the exception of Python itself that a translated class derives from. */
  public String basis_() {
    return "Exception";
  }

  public String[] slots_() {
    return NO_NAMES;
  }

  /** Set an attribute. */
  public void set(String name, Object value) {
    v[Calls.position(slots_(), name)] = value;
  }

  @Override
  public Object at(int name) {
    return Calls.nameOf(name).equals("args") ? new PyTuple(args) : Calls.lacks(this, name);
  }

  @Override
  public String getMessage() {
    StringBuilder text = new StringBuilder(kind).append(':');
    for (Object argument : args) {
      text.append(' ').append(Texts.str(argument));
    }
    return text.toString();
  }
}
