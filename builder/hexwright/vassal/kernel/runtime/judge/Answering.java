package judge;

import java.util.Arrays;

/**
 * A value that answers for attributes and methods by the number of their name.
 *
 * <p>Translated classes answer what they know by a switch, and pass the rest on to the class above them. What nobody
 * knows arrives here: it may be a function in an attribute, or a method that all tuples, mappings and sets have.
 */
public interface Answering {
  /** Return an attribute. */
  default Object at(int name) {
    return Calls.lacks(this, name);
  }

  /** Return whether the value is of the class with a number; below zero: whether it has the method -1 - number. */
  default boolean is_(int number) {
    return false;
  }

  /** Return an attribute by its name. */
  default Object attr_(String name) {
    return at(Calls.numberOf(name));
  }

  default Object m0(int name) {
    return Calls.otherMethod(this, name);
  }

  default Object m1(int name, Object a) {
    return Calls.otherMethod(this, name, a);
  }

  default Object m2(int name, Object a, Object b) {
    return Calls.otherMethod(this, name, a, b);
  }

  default Object m3(int name, Object a, Object b, Object c) {
    return Calls.otherMethod(this, name, a, b, c);
  }

  default Object m4(int name, Object a, Object b, Object c, Object d) {
    return Calls.otherMethod(this, name, a, b, c, d);
  }

  default Object m5(int name, Object a, Object b, Object c, Object d, Object e) {
    return Calls.otherMethod(this, name, a, b, c, d, e);
  }

  default Object m6(int name, Object a, Object b, Object c, Object d, Object e, Object f) {
    return Calls.otherMethod(this, name, a, b, c, d, e, f);
  }

  default Object m7(int name, Object a, Object b, Object c, Object d, Object e, Object f, Object g) {
    return Calls.otherMethod(this, name, a, b, c, d, e, f, g);
  }

  default Object m8(int name, Object a, Object b, Object c, Object d, Object e, Object f, Object g, Object h) {
    return Calls.otherMethod(this, name, a, b, c, d, e, f, g, h);
  }

  default Object m9(
      int name, Object a, Object b, Object c, Object d, Object e, Object f, Object g, Object h, Object i) {
    return Calls.otherMethod(this, name, a, b, c, d, e, f, g, h, i);
  }

  /** Call a method with arguments in an array. */
  default Object mv(int name, Object[] a) {
    switch (a.length) {
      case 0:
        return m0(name);
      case 1:
        return m1(name, a[0]);
      case 2:
        return m2(name, a[0], a[1]);
      case 3:
        return m3(name, a[0], a[1], a[2]);
      case 4:
        return m4(name, a[0], a[1], a[2], a[3]);
      case 5:
        return m5(name, a[0], a[1], a[2], a[3], a[4]);
      case 6:
        return m6(name, a[0], a[1], a[2], a[3], a[4], a[5]);
      case 7:
        return m7(name, a[0], a[1], a[2], a[3], a[4], a[5], a[6]);
      case 8:
        return m8(name, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]);
      case 9:
        return m9(name, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]);
      default:
        throw new PyException("TypeError", "more than 9 arguments: " + Arrays.toString(a));
    }
  }
}
