package judge;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** What the rules engine uses of Python's library, and Python's functions as values, by name. */
public final class Library {
  private Library() {}

  public static Object extcall(String name, Object[] given) {
    Object found = ofLibrary(name, given);
    found = found == Missing.VALUE ? ofPython(name, given) : found;
    if (found == Missing.VALUE) {
      throw new PyException("NotImplementedError", "the judge has no " + name);
    }
    return found;
  }

  private static Object ofLibrary(String name, Object[] given) {
    switch (name) {
      case "types.MappingProxyType":
      case "hexwright.model.rule_citations.with_rule_citations":
        return given[0];
      case "math.ceil":
        return Numbers.neg(Numbers.floordiv(Numbers.neg(given[0]), 1L));
      case "math.floor":
        return Numbers.floordiv(given[0], 1L);
      case "math.lcm":
        return leastCommonMultiple(given);
      case "math.prod":
        return product(given[0], given.length > 1 ? given[1] : 1L);
      case "math.log2":
        return Math.log(Numbers.floating(given[0])) / Math.log(2);
      case "hexwright.rules.engine.fast_dataclasses.make_replacer":
        return replacer(given);
      case "functools.cache":
        return cached(given[0]);
      case "functools.partial":
        return Calls.partial(given[0], Arrays.copyOfRange(given, 1, given.length));
      case "functools.reduce":
        return reduced(given);
      case "operator.or_":
        return Numbers.or(given[0], given[1]);
      case "bisect.bisect_left":
        return bisect(given[0], given[1], false);
      case "bisect.bisect_right":
        return bisect(given[0], given[1], true);
      case "itertools.chain.from_iterable":
        return chained(given[0]);
      case "itertools.chain":
        return chained(given);
      case "itertools.pairwise":
        return pairs(given[0]);
      case "typing.get_args":
        return given[0] == null ? new PyTuple(0) : given[0];
      case "array.array":
        return given.length > 1 ? Containers.list(given[1]) : new PyList();
      case "collections.deque":
        return given.length > 0 ? PyList.limited(Numbers.index(given[0])) : new PyList();
      case "re.compile":
        return Pattern.compile((String) given[0]);
      case "re.sub":
        return Methods.invoke(Pattern.compile((String) given[0]), "sub", given[1], given[2]);
      case "re.fullmatch":
      case "re.match":
      case "re.search":
        return Methods.invoke(Pattern.compile((String) given[0]), name.substring(3), given[1]);
      case "fractions.Fraction":
        return Numbers.fractionv(given);
      case "bytes.maketrans":
        return null;
      default:
        return Missing.VALUE;
    }
  }

  private static Object ofPython(String name, Object[] given) {
    Object first = given.length > 0 ? given[0] : null;
    boolean none = given.length == 0;
    switch (name) {
      case "tuple":
        return none ? Containers.tuple() : Containers.tuple(first);
      case "list":
        return none ? Containers.list() : Containers.list(first);
      case "dict":
        return none ? Containers.dict() : Containers.dict(first);
      case "set":
      case "frozenset":
        return none ? Containers.set() : Containers.set(first);
      case "bytes":
      case "bytearray":
        return Containers.bytes(none ? (Object) 0L : first);
      case "str":
        return none ? "" : Texts.str(first);
      case "int":
        return none ? 0L : Numbers.int_(first);
      case "float":
        return none ? 0.0 : Numbers.float_(first);
      case "bool":
        return !none && Comparison.truth(first);
      case "repr":
        return Texts.repr(first);
      case "chr":
        return Texts.chr(first);
      case "ord":
        return Texts.ord(first);
      case "range":
        return given.length == 1 ? Containers.range(first) : Containers.range(first, given[1]);
      case "enumerate":
        return Containers.enumerate(first);
      case "len":
        return Containers.len(first);
      case "abs":
        return Numbers.abs(first);
      case "any":
        return Containers.any(first);
      case "all":
        return Containers.all(first);
      case "sum":
        return Containers.sum(first, given.length > 1 ? given[1] : 0L);
      case "sorted":
        return Containers.sorted(first);
      case "reversed":
        return Containers.reversed(first);
      case "max":
        return Containers.max(given.length == 1 ? first : new PyTuple(given));
      case "min":
        return Containers.min(given.length == 1 ? first : new PyTuple(given));
      case "zip":
        return Containers.zip(given);
      case "set.union":
      case "frozenset.union":
        return Containers.set(chained(given));
      case "dict.fromkeys":
        return fromKeys(first, given.length > 1 ? given[1] : null);
      default:
        return Missing.VALUE;
    }
  }

  private static Object leastCommonMultiple(Object[] given) {
    BigInteger found = BigInteger.ONE;
    for (Object one : given) {
      BigInteger number = Numbers.big(one);
      if (number.signum() == 0) {
        return 0L;
      }
      found = found.multiply(number).abs().divide(found.gcd(number));
    }
    return Numbers.norm(found);
  }

  private static Object product(Object values, Object start) {
    Object product = start;
    for (Object value : Containers.iter(values)) {
      product = Numbers.mul(product, value);
    }
    return product;
  }

  /** Return a function that copies an object with some fields changed: given are its class and their names. */
  private static Object replacer(Object[] given) {
    String[] names = Arrays.copyOfRange(given, 1, given.length, String[].class);
    return (Callable) values -> Calls.replace(values[0], names, Arrays.copyOfRange(values, 1, values.length));
  }

  private static Object cached(Object function) {
    Map<Object, Object> known = new HashMap<>();
    return (Callable)
        given -> {
          Object key = new PyTuple(given);
          Object found = known.getOrDefault(key, Missing.VALUE);
          if (found == Missing.VALUE) {
            found = Calls.call(function, given);
            known.put(key, found);
          }
          return found;
        };
  }

  private static Object reduced(Object[] given) {
    Object found = given.length > 2 ? given[2] : Missing.VALUE;
    for (Object value : Containers.iter(given[1])) {
      found = found == Missing.VALUE ? value : Calls.call(given[0], new Object[] {found, value});
    }
    if (found == Missing.VALUE) {
      throw new PyException("TypeError", "reduce() of nothing without a start");
    }
    return found;
  }

  private static Object bisect(Object values, Object value, boolean right) {
    int low = 0;
    int high = Containers.size(values);
    while (low < high) {
      int middle = (low + high) >>> 1;
      Object there = Containers.get(values, (long) middle);
      boolean before = right ? Comparison.compare(there, value) <= 0 : Comparison.compare(there, value) < 0;
      low = before ? middle + 1 : low;
      high = before ? high : middle;
    }
    return (long) low;
  }

  private static PyList chained(Object parts) {
    PyList found = new PyList();
    for (Object part : Containers.iter(parts)) {
      found.addAllOf(part);
    }
    return found;
  }

  private static Object pairs(Object values) {
    PyList found = new PyList();
    Object before = Missing.VALUE;
    for (Object value : Containers.iter(values)) {
      if (before != Missing.VALUE) {
        found.add(new PyTuple(new Object[] {before, value}));
      }
      before = value;
    }
    return found;
  }

  private static Object fromKeys(Object keys, Object value) {
    PyDict made = new PyDict();
    for (Object key : Containers.iter(keys)) {
      made.put(key, value);
    }
    return made;
  }
}
