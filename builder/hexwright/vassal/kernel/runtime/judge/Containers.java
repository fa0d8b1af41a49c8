package judge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Tuples, lists, sets, dicts, bytes and text as containers, and Python's functions over what can be iterated. */
public final class Containers {
  private Containers() {}

  // Made from values

  public static PyTuple tuple_(Object[] values) {
    return new PyTuple(values);
  }

  public static PyTuple tup(Object[] values) {
    return new PyTuple(values);
  }

  public static PyList list_(Object[] values) {
    PyList made = new PyList(values.length);
    Collections.addAll(made, values);
    return made;
  }

  public static PySet set_(Object[] values) {
    PySet made = new PySet();
    Collections.addAll(made, values);
    return made;
  }

  public static Object tuple() {
    return new PyTuple(0);
  }

  public static PyList list() {
    return new PyList();
  }

  public static PySet set() {
    return new PySet();
  }

  public static PyDict dict() {
    return new PyDict();
  }

  // Made from other containers

  public static PyTuple tuple(Object values) {
    if (values != null && values.getClass() == PyTuple.class) {
      return (PyTuple) values;
    }
    return new PyTuple(values instanceof Object[] ? (Object[]) values : star(values));
  }

  public static PyList list(Object values) {
    if (values instanceof Collection) {
      return new PyList((Collection<?>) values);
    }
    PyList made = new PyList();
    for (Object value : iter(values)) {
      made.add(value);
    }
    return made;
  }

  public static PySet set(Object values) {
    PySet made = new PySet();
    for (Object value : iter(values)) {
      made.add(value);
    }
    return made;
  }

  public static PyDict dict(Object values) {
    PyDict made = new PyDict();
    if (values instanceof Map || values instanceof PyMapping) {
      return made.all(values);
    }
    for (Object pair : iter(values)) {
      Object[] parts = unpack(pair, 2);
      made.put(parts[0], parts[1]);
    }
    return made;
  }

  public static Object bytes(Object value) {
    if (value instanceof PyBytes) {
      return new PyBytes(((PyBytes) value).b.clone());
    }
    if (Numbers.isWhole(value)) {
      return new PyBytes(new byte[Numbers.index(value)]);
    }
    PyList values = list(value);
    byte[] made = new byte[values.size()];
    for (int n = 0; n < made.length; n++) {
      made[n] = octet(values.get(n));
    }
    return new PyBytes(made);
  }

  public static Object bytearray(Object value) {
    return bytes(value);
  }

  private static byte octet(Object value) {
    long number = Numbers.small(value);
    if (number < 0 || number > 255) {
      throw new PyException("ValueError", "bytes must be in range(0, 256)");
    }
    return (byte) number;
  }

  // Parts of displays and calls: what a star spreads is an array among the parts

  public static Object[] star(Object values) {
    return list(values).toArray();
  }

  public static Object[] joined(Object[] parts) {
    List<Object> all = new ArrayList<>();
    for (Object part : parts) {
      if (part instanceof Object[]) {
        Collections.addAll(all, (Object[]) part);
      } else {
        all.add(part);
      }
    }
    return all.toArray();
  }

  public static Object[] unpack(Object values, int wanted) {
    Object[] found = values instanceof PyTuple ? ((PyTuple) values).a : star(values);
    if (found.length != wanted) {
      throw new PyException("ValueError", "expected " + wanted + " values to unpack, got " + found.length);
    }
    return found;
  }

  /** Unpack into so many values, a list of those between, and so many more. */
  public static Object[] unstar(Object values, int before, int after) {
    Object[] all = star(values);
    int between = all.length - before - after;
    if (between < 0) {
      throw new PyException("ValueError", "not enough values to unpack");
    }
    Object[] found = new Object[before + 1 + after];
    System.arraycopy(all, 0, found, 0, before);
    found[before] = list_(Arrays.copyOfRange(all, before, before + between));
    System.arraycopy(all, before + between, found, before + 1, after);
    return found;
  }

  /** Return the parts of a sequence that a pattern of so many parts matches, or null; `starred`: its last takes the rest. */
  public static Object[] matched(Object value, int parts, int starred) {
    if (!(value instanceof PyList || value instanceof PyTuple)) {
      return null;
    }
    int size = size(value);
    if (starred == 0 ? size != parts : size < parts - 1) {
      return null;
    }
    return starred == 0 ? star(value) : unstar(value, parts - 1, 0);
  }

  // Iterated

  @SuppressWarnings("unchecked")
  public static Iterable<Object> iter(Object values) {
    if (values instanceof Map) {
      return ((Map<Object, Object>) values).keySet();
    }
    if (values instanceof Iterable) {
      return (Iterable<Object>) values;
    }
    if (values instanceof Object[]) {
      return Arrays.asList((Object[]) values);
    }
    PyList found = new PyList();
    if (values instanceof String) {
      ((String) values).codePoints().forEach(one -> found.add(new String(Character.toChars(one))));
      return found;
    }
    if (values instanceof PyBytes) {
      for (byte one : ((PyBytes) values).b) {
        found.add((long) (one & 255));
      }
      return found;
    }
    if (values instanceof PyObject) {
      return iter(((PyObject) values).m0(Calls.ITER));
    }
    throw new PyException("TypeError", Texts.repr(values) + " can't be iterated");
  }

  /** Return an iterator: a list from whose head `next` takes. */
  public static Object iter_(Object values) {
    return list(values);
  }

  public static Object next(Object iterator) {
    PyList rest = (PyList) iterator;
    if (rest.isEmpty()) {
      throw new PyException("StopIteration");
    }
    return rest.remove(0);
  }

  public static Object next(Object iterator, Object usual) {
    PyList rest = (PyList) iterator;
    return rest.isEmpty() ? usual : rest.remove(0);
  }

  /** Return a value that may be missing, or another. */
  public static Object or_none(Object value, Object usual) {
    return value == Missing.VALUE ? usual : value;
  }

  /** Return a value that may not be missing. */
  public static Object must(Object value) {
    if (value == Missing.VALUE) {
      throw new PyException("StopIteration");
    }
    return value;
  }

  public static Object len(Object values) {
    return (long) size(values);
  }

  static int size(Object values) {
    if (values instanceof PyTuple) {
      return ((PyTuple) values).a.length;
    }
    if (values instanceof Collection) {
      return ((Collection<?>) values).size();
    }
    if (values instanceof Map) {
      return ((Map<?, ?>) values).size();
    }
    if (values instanceof String) {
      return ((String) values).codePointCount(0, ((String) values).length());
    }
    if (values instanceof PyBytes) {
      return ((PyBytes) values).b.length;
    }
    if (values instanceof PyRange) {
      return ((PyRange) values).size();
    }
    if (values instanceof PyObject) {
      return Numbers.index(((PyObject) values).m0(Calls.LEN));
    }
    throw new PyException("TypeError", Texts.repr(values) + " has no len()");
  }

  // One part

  public static Object get(Object values, Object key) {
    if (values instanceof PyTuple) {
      Object[] all = ((PyTuple) values).a;
      return all[at(key, all.length)];
    }
    if (values instanceof PyList) {
      return ((PyList) values).get(at(key, ((PyList) values).size()));
    }
    if (values instanceof Map || values instanceof PyMapping) {
      Object found = getOr(values, key, Missing.VALUE);
      if (found == Missing.VALUE) {
        if (values instanceof DefaultMap) {
          return ((DefaultMap) values).make(key);
        }
        throw new PyException("KeyError", key);
      }
      return found;
    }
    if (values instanceof PyBytes) {
      byte[] all = ((PyBytes) values).b;
      return (long) (all[at(key, all.length)] & 255);
    }
    if (values instanceof String) {
      return slice(values, key, at(key, size(values)) + 1L, null);
    }
    if (values instanceof PyObject) {
      return ((PyObject) values).m1(Calls.ITEM, key);
    }
    if (values instanceof java.util.regex.Matcher) {
      return ((java.util.regex.Matcher) values).group(Numbers.index(key));
    }
    if (values instanceof PyRange) {
      return ((PyRange) values).get(Numbers.index(key));
    }
    throw new PyException("TypeError", Texts.repr(values) + " has no parts");
  }

  /** Return the value for a key of a mapping, or another. */
  static Object getOr(Object mapping, Object key, Object usual) {
    if (mapping instanceof Map) {
      Map<?, ?> map = (Map<?, ?>) mapping;
      Object found = map.get(key);
      return found == null && !map.containsKey(key) ? usual : found;
    }
    try {
      return ((PyObject) mapping).m1(Calls.ITEM, key);
    } catch (PyException fault) {
      if (fault.kind.equals("KeyError")) {
        return usual;
      }
      throw fault;
    }
  }

  private static int at(Object key, int size) {
    int index = Numbers.index(key);
    int at = index < 0 ? index + size : index;
    if (at < 0 || at >= size) {
      throw new PyException("IndexError", "index out of range: " + index);
    }
    return at;
  }

  @SuppressWarnings("unchecked")
  public static void set(Object values, Object key, Object value) {
    if (values instanceof Map) {
      ((Map<Object, Object>) values).put(key, value);
    } else if (values instanceof PyList) {
      ((PyList) values).set(at(key, ((PyList) values).size()), value);
    } else if (values instanceof PyBytes) {
      byte[] all = ((PyBytes) values).b;
      all[at(key, all.length)] = octet(value);
    } else {
      throw new PyException("TypeError", Texts.repr(values) + " takes no parts");
    }
  }

  public static void del(Object values, Object key) {
    if (values instanceof Map) {
      if (!((Map<?, ?>) values).containsKey(key)) {
        throw new PyException("KeyError", key);
      }
      ((Map<?, ?>) values).remove(key);
    } else {
      ((PyList) values).remove(at(key, ((PyList) values).size()));
    }
  }

  public static Object slice(Object values, Object from, Object to, Object by) {
    if (values instanceof String && ((String) values).length() != size(values)) {
      // Characters beyond the first plane are two of Java's.
      return Methods.join("", slice(list(values), from, to, by));
    }
    int size = size(values);
    int step = by == null ? 1 : Numbers.index(by);
    int first = bound(from, size, step, step > 0 ? 0 : size - 1);
    int end = bound(to, size, step, step > 0 ? size : -1);
    if (values instanceof String && step == 1) {
      return first < end ? ((String) values).substring(first, end) : "";
    }
    if (values instanceof PyBytes && step == 1) {
      return new PyBytes(first < end ? Arrays.copyOfRange(((PyBytes) values).b, first, end) : new byte[0]);
    }
    PyList found = new PyList();
    for (int at = first; step > 0 ? at < end : at > end; at += step) {
      found.add(values instanceof String ? ((String) values).substring(at, at + 1) : get(values, (long) at));
    }
    if (values instanceof PyList) {
      return found;
    }
    return values instanceof PyBytes ? bytes(found) : values instanceof String ? Methods.join("", found) : tuple(found);
  }

  private static int bound(Object given, int size, int step, int usual) {
    if (given == null) {
      return usual;
    }
    int at = Numbers.index(given);
    at = at < 0 ? at + size : at;
    return step > 0 ? Math.max(0, Math.min(size, at)) : Math.max(-1, Math.min(size - 1, at));
  }

  // Operators on sets and dicts

  static Object common(Object a, Object b) {
    PySet found = new PySet();
    for (Object one : iter(a)) {
      if (Comparison.contains(one, b)) {
        found.add(one);
      }
    }
    return found;
  }

  static Object together(Object a, Object b) {
    if (a instanceof PyDict) {
      return new PyDict().all(a).all(b);
    }
    PySet found = set(a);
    found.addAll(set(b));
    return found;
  }

  static Object without(Object a, Object b) {
    PySet found = new PySet();
    for (Object one : iter(a)) {
      if (!Comparison.contains(one, b)) {
        found.add(one);
      }
    }
    return found;
  }

  static Object repeated(Object values, int times) {
    if (values instanceof String) {
      return ((String) values).repeat(Math.max(0, times));
    }
    PyList found = new PyList();
    for (int n = 0; n < times; n++) {
      found.addAllOf(values);
    }
    return values instanceof PyTuple ? tuple(found) : values instanceof PyBytes ? bytes(found) : found;
  }

  public static Object iadd(Object a, Object b) {
    if (a instanceof PyList) {
      ((PyList) a).addAllOf(b);
      return a;
    }
    return Numbers.add(a, b);
  }

  public static Object isub(Object a, Object b) {
    return Numbers.sub(a, b);
  }

  public static Object iand(Object a, Object b) {
    return Numbers.and(a, b);
  }

  public static Object ior(Object a, Object b) {
    return a instanceof PyDict ? ((PyDict) a).all(b) : Numbers.or(a, b);
  }

  // Python's functions

  public static Object range(Object to) {
    return new PyRange(0, Numbers.small(to), 1);
  }

  public static Object range(Object from, Object to) {
    return new PyRange(Numbers.small(from), Numbers.small(to), 1);
  }

  public static Object range(Object from, Object to, Object by) {
    return new PyRange(Numbers.small(from), Numbers.small(to), Numbers.small(by));
  }

  public static Object enumerate(Object values) {
    return enumerate(values, 0L);
  }

  public static Object enumerate(Object values, Object start) {
    PyList found = new PyList();
    long number = Numbers.small(start);
    for (Object value : iter(values)) {
      found.add(new PyTuple(new Object[] {number++, value}));
    }
    return found;
  }

  public static Object zip(Object[] all) {
    return zipped(all, false);
  }

  public static Object zip_strict(Object[] all) {
    return zipped(all, true);
  }

  private static Object zipped(Object[] all, boolean strict) {
    PyList found = new PyList();
    List<Iterator<Object>> sources = new ArrayList<>();
    for (Object values : all) {
      sources.add(iter(values).iterator());
    }
    while (!sources.isEmpty()) {
      int ended = 0;
      for (Iterator<Object> source : sources) {
        ended += source.hasNext() ? 0 : 1;
      }
      if (ended > 0) {
        if (strict && ended < all.length) {
          throw new PyException("ValueError", "zip() arguments have different lengths");
        }
        break;
      }
      Object[] row = new Object[all.length];
      for (int n = 0; n < row.length; n++) {
        row[n] = sources.get(n).next();
      }
      found.add(new PyTuple(row));
    }
    return found;
  }

  public static Object map(Object function, Object values) {
    PyList found = new PyList();
    for (Object value : iter(values)) {
      found.add(Calls.call(function, new Object[] {value}));
    }
    return found;
  }

  public static Object map(Object function, Object a, Object b) {
    PyList found = new PyList();
    for (Object row : iter(zip(new Object[] {a, b}))) {
      found.add(Calls.call(function, ((PyTuple) row).a));
    }
    return found;
  }

  public static Object filter(Object test, Object values) {
    PyList found = new PyList();
    for (Object value : iter(values)) {
      if (Comparison.truth(test == null ? value : Calls.call(test, new Object[] {value}))) {
        found.add(value);
      }
    }
    return found;
  }

  public static Object reversed(Object values) {
    PyList found = list(values);
    Collections.reverse(found);
    return found;
  }

  public static Object sorted(Object values) {
    return sorted(values, null, false);
  }

  public static Object sorted(Object values, Object key, boolean reverse) {
    PyList found = list(values);
    sort(found, key, reverse);
    return found;
  }

  /** Sort a list in place: each key is taken once, and equals keep their order in either direction. */
  public static Object sort(Object values, Object key, boolean reverse) {
    PyList found = (PyList) values;
    Comparator<Object> order = Comparison::compare;
    if (key == null) {
      found.sort(reverse ? order.reversed() : order);
      return null;
    }
    List<Object[]> ranked = new ArrayList<>(found.size());
    for (Object value : found) {
      ranked.add(new Object[] {Calls.call(key, new Object[] {value}), value});
    }
    Comparator<Object[]> byKey = (a, b) -> Comparison.compare(a[0], b[0]);
    ranked.sort(reverse ? byKey.reversed() : byKey);
    for (int n = 0; n < ranked.size(); n++) {
      found.set(n, ranked.get(n)[1]);
    }
    return null;
  }

  public static Object min(Object values) {
    return extreme(values, null, Missing.VALUE, -1, "min");
  }

  public static Object max(Object values) {
    return extreme(values, null, Missing.VALUE, 1, "max");
  }

  public static Object min(Object values, Object key, Object usual) {
    return extreme(values, key, usual, -1, "min");
  }

  public static Object max(Object values, Object key, Object usual) {
    return extreme(values, key, usual, 1, "max");
  }

  private static Object extreme(Object values, Object key, Object usual, int sense, String name) {
    Object best = Missing.VALUE;
    Object bestRank = null;
    for (Object value : iter(values)) {
      Object rank = key == null ? value : Calls.call(key, new Object[] {value});
      if (best == Missing.VALUE || Comparison.compare(rank, bestRank) * sense > 0) {
        best = value;
        bestRank = rank;
      }
    }
    if (best != Missing.VALUE) {
      return best;
    }
    if (usual == Missing.VALUE) {
      throw new PyException("ValueError", name + "() of nothing");
    }
    return usual;
  }

  public static Object sum(Object values) {
    return sum(values, 0L);
  }

  public static Object sum(Object values, Object start) {
    Object sum = start;
    for (Object value : iter(values)) {
      sum = Numbers.add(sum, value);
    }
    return sum;
  }

  public static Object any(Object values) {
    for (Object value : iter(values)) {
      if (Comparison.truth(value)) {
        return true;
      }
    }
    return false;
  }

  public static Object all(Object values) {
    for (Object value : iter(values)) {
      if (!Comparison.truth(value)) {
        return false;
      }
    }
    return true;
  }
}
