package judge;

/** An object of a translated class that is a mapping: it has {@code __getitem__}, {@code __iter__} and {@code __len__}. */
public abstract class PyMapping extends PyObject {
  public PyMapping(int size) {
    super(size);
  }
}
