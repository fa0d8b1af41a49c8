package judge;

import java.util.Arrays;

/** The way in: the rules engine of one scenario, asked from scripts and from tests. */
public final class Engine {
  private final Object rules;

  private Engine(Object rules) {
    this.rules = rules;
  }

  /** Return the rules engine that hexwright has written as JSON. */
  public static Engine open(String data) {
    return new Engine(DataReader.read(data));
  }

  /** Return a value from JSON. */
  public static Object read(String data) {
    return DataReader.read(data);
  }

  /** Return a value as JSON. */
  public static String write(Object value) {
    return DataWriter.write(value);
  }

  /** Return an attribute of a value. */
  public static Object get(Object value, String name) {
    return Calls.attributeNamed(value, name);
  }

  /** Call a method of a value. */
  public static Object call(Object value, String method, Object... given) {
    return Calls.call(Calls.attributeNamed(value, method), given);
  }

  /** Call a method of the rules engine, such as `legal_actions` with a state. */
  public Object ask(String method, Object... given) {
    return call(rules, method, given);
  }

  /** Return properties of pieces as text: by a method such as getProperty, a row for each piece. */
  public String[][] read(Object[] pieces, String reader, String[] names) {
    return Pieces.read(pieces, reader, names);
  }

  /** Ask for a text. */
  public String askForText(String method, Object[] given) {
    return (String) ask(method, given);
  }

  /** Ask for texts: scripts can walk an array. */
  public String[] askForNames(String method) {
    Object[] names = Containers.star(ask(method));
    return Arrays.copyOf(names, names.length, String[].class);
  }
}
