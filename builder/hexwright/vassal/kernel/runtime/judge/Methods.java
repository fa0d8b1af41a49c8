package judge;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The methods of Python's own types, by name. */
final class Methods {
  private static final Set<String> OF_MAPPINGS =
      new HashSet<>(Arrays.asList("get", "keys", "values", "items", "__getitem__", "__len__", "__iter__"));
  private static final Set<String> OF_TUPLES = new HashSet<>(Arrays.asList("index", "count"));

  private Methods() {}

  /** Return whether a translated class has a method from Python's tuple or Mapping. */
  static boolean isShared(Answering on, String name) {
    return on instanceof PyTuple && OF_TUPLES.contains(name) || on instanceof PyMapping && OF_MAPPINGS.contains(name);
  }

  static Object invoke(Object on, String name, Object... given) {
    Object found = Missing.VALUE;
    if (on instanceof PyMapping) {
      found = ofMapping(on, name, given);
    } else if (on instanceof Map) {
      found = ofMapping(on, name, given);
      found = found == Missing.VALUE ? ofDict((PyDict) on, name, given) : found;
    } else if (on instanceof PyList) {
      found = ofList((PyList) on, name, given);
    } else if (on instanceof PyTuple) {
      found = ofSequence(on, name, given);
    } else if (on instanceof PySet) {
      found = ofSet((PySet) on, name, given);
    } else if (on instanceof String) {
      found = ofText((String) on, name, given);
    } else if (on instanceof PyBytes) {
      found = name.equals("count") ? count(on, given[0]) : Missing.VALUE;
    } else if (Numbers.isNumber(on)) {
      found = ofNumber(on, name);
    } else if (on instanceof Pattern) {
      found = ofPattern((Pattern) on, name, given);
    } else if (on instanceof Matcher && name.equals("group")) {
      found = group((Matcher) on, given.length == 0 ? 0L : given[0]);
    }
    if (found == Missing.VALUE && name.equals("__getitem__")) {
      found = Containers.get(on, given[0]);
    }
    if (found == Missing.VALUE) {
      String kind = on == null ? "None" : on.getClass().getSimpleName();
      throw new PyException("AttributeError", kind + " has no method " + name);
    }
    return found;
  }

  private static Object ofMapping(Object on, String name, Object[] given) {
    PyList found = new PyList();
    switch (name) {
      case "get":
        return Containers.getOr(on, given[0], given.length > 1 ? given[1] : null);
      case "keys":
        // Compared with sets, and iterated.
        return on instanceof Map ? Containers.set(on) : Containers.list(on);
      case "values":
        for (Object key : Containers.iter(on)) {
          found.add(Containers.get(on, key));
        }
        return found;
      case "items":
        for (Object key : Containers.iter(on)) {
          found.add(new PyTuple(new Object[] {key, Containers.get(on, key)}));
        }
        return found;
      default:
        return Missing.VALUE;
    }
  }

  private static Object ofDict(PyDict on, String name, Object[] given) {
    switch (name) {
      case "setdefault":
        if (!on.containsKey(given[0])) {
          on.put(given[0], given.length > 1 ? given[1] : null);
        }
        return on.get(given[0]);
      case "update":
        on.all(given[0]);
        return null;
      case "pop":
        if (on.containsKey(given[0])) {
          return on.remove(given[0]);
        }
        if (given.length > 1) {
          return given[1];
        }
        throw new PyException("KeyError", given[0]);
      case "copy":
        return new PyDict().all(on);
      case "clear":
        on.clear();
        return null;
      default:
        return Missing.VALUE;
    }
  }

  private static Object ofList(PyList on, String name, Object[] given) {
    switch (name) {
      case "append":
        on.add(given[0]);
        return null;
      case "extend":
        on.addAllOf(given[0]);
        return null;
      case "pop":
      case "popleft":
        if (on.isEmpty()) {
          throw new PyException("IndexError", "pop from an empty list");
        }
        int at = name.equals("popleft") ? 0 : given.length == 0 ? -1 : Numbers.index(given[0]);
        return on.remove(at < 0 ? at + on.size() : at);
      case "insert":
        int to = Numbers.index(given[0]);
        on.add(Math.max(0, Math.min(on.size(), to < 0 ? to + on.size() : to)), given[1]);
        return null;
      case "remove":
        on.remove((int) (long) (Long) index(on, given[0]));
        return null;
      case "sort":
        return Containers.sort(on, null, false);
      case "reverse":
        java.util.Collections.reverse(on);
        return null;
      case "clear":
        on.clear();
        return null;
      case "copy":
        return new PyList(on);
      default:
        return ofSequence(on, name, given);
    }
  }

  private static Object ofSequence(Object on, String name, Object[] given) {
    switch (name) {
      case "index":
        return index(on, given[0]);
      case "count":
        return count(on, given[0]);
      default:
        return Missing.VALUE;
    }
  }

  private static Object index(Object on, Object value) {
    long at = 0;
    for (Object one : Containers.iter(on)) {
      if (Comparison.eq(one, value)) {
        return at;
      }
      at++;
    }
    throw new PyException("ValueError", Texts.repr(value) + " isn't in the sequence");
  }

  private static Object count(Object on, Object value) {
    long count = 0;
    for (Object one : Containers.iter(on)) {
      count += Comparison.eq(one, value) ? 1 : 0;
    }
    return count;
  }

  private static Object ofSet(PySet on, String name, Object[] given) {
    switch (name) {
      case "add":
        on.add(given[0]);
        return null;
      case "discard":
        on.remove(given[0]);
        return null;
      case "remove":
        if (!on.remove(given[0])) {
          throw new PyException("KeyError", given[0]);
        }
        return null;
      case "update":
        on.addAll(Containers.set(given[0]));
        return null;
      case "copy":
        return Containers.set(on);
      case "intersection":
        return Containers.common(on, Containers.set(given[0]));
      case "difference":
        return Containers.without(on, Containers.set(given[0]));
      case "union":
        PySet all = Containers.set(on);
        for (Object one : given) {
          all.addAll(Containers.set(one));
        }
        return all;
      case "isdisjoint":
        return ((PySet) Containers.common(on, Containers.set(given[0]))).isEmpty();
      case "issubset":
        return Containers.set(given[0]).containsAll(on);
      case "issuperset":
        return on.containsAll(Containers.set(given[0]));
      default:
        return Missing.VALUE;
    }
  }

  private static Object ofNumber(Object on, String name) {
    switch (name) {
      case "bit_length":
        return (long) (on instanceof Long && (Long) on >= 0
            ? 64 - Long.numberOfLeadingZeros((Long) on)
            : Numbers.big(on).abs().bitLength());
      case "bit_count":
        return (long) Numbers.big(on).abs().bitCount();
      case "as_integer_ratio":
        PyFraction fraction = PyFraction.of(on);
        return new PyTuple(new Object[] {Numbers.norm(fraction.n), Numbers.norm(fraction.d)});
      default:
        return Missing.VALUE;
    }
  }

  // Text

  static String join(String between, Object parts) {
    StringBuilder out = new StringBuilder();
    boolean first = true;
    for (Object part : Containers.iter(parts)) {
      out.append(first ? "" : between).append((String) part);
      first = false;
    }
    return out.toString();
  }

  private static Object ofText(String on, String name, Object[] given) {
    String argument = given.length > 0 && given[0] instanceof String ? (String) given[0] : "";
    switch (name) {
      case "join":
        return join(on, given[0]);
      case "split":
        return split(on, given);
      case "startswith":
        return edge(on, given[0], true);
      case "endswith":
        return edge(on, given[0], false);
      case "strip":
        return stripped(on, given, true, true);
      case "lstrip":
        return stripped(on, given, true, false);
      case "rstrip":
        return stripped(on, given, false, true);
      case "replace":
        return on.replace(argument, (String) given[1]);
      case "partition":
        return parted(on, argument, on.indexOf(argument), new PyTuple(new Object[] {on, "", ""}));
      case "rpartition":
        return parted(on, argument, on.lastIndexOf(argument), new PyTuple(new Object[] {"", "", on}));
      case "removeprefix":
        return on.startsWith(argument) ? on.substring(argument.length()) : on;
      case "removesuffix":
        return on.endsWith(argument) ? on.substring(0, on.length() - argument.length()) : on;
      case "find":
        return (long) on.indexOf(argument);
      case "index":
        if (!on.contains(argument)) {
          throw new PyException("ValueError", "substring not found");
        }
        return (long) on.indexOf(argument);
      case "count":
        return (long) on.split(Pattern.quote(argument), -1).length - 1;
      case "zfill":
        return filled(on, Numbers.index(given[0]));
      default:
        return caseOrKind(on, name);
    }
  }

  private static Object caseOrKind(String on, String name) {
    switch (name) {
      case "lower":
      case "casefold":
        return on.toLowerCase(Locale.ROOT);
      case "upper":
        return on.toUpperCase(Locale.ROOT);
      case "capitalize":
        return on.isEmpty() ? on : on.substring(0, 1).toUpperCase(Locale.ROOT) + on.substring(1).toLowerCase(Locale.ROOT);
      case "isdigit":
        return !on.isEmpty() && on.codePoints().allMatch(Character::isDigit);
      case "isalpha":
        return !on.isEmpty() && on.codePoints().allMatch(Character::isLetter);
      case "isascii":
        return on.codePoints().allMatch(one -> one < 128);
      case "isprintable":
        return on.codePoints().noneMatch(one -> Character.isISOControl(one) || one != ' ' && Character.isSpaceChar(one));
      default:
        return Missing.VALUE;
    }
  }

  private static Object split(String on, Object[] given) {
    if (given.length == 0) {
      String plain = on.strip();
      return plain.isEmpty() ? new PyList() : Containers.list_(plain.split("\\s+"));
    }
    int limit = given.length > 1 ? Numbers.index(given[1]) + 1 : -1;
    return Containers.list_(on.split(Pattern.quote((String) given[0]), limit));
  }

  private static Object edge(String on, Object parts, boolean start) {
    List<Object> all = parts instanceof PyTuple ? Arrays.asList(((PyTuple) parts).a) : Arrays.asList(parts);
    for (Object part : all) {
      if (start ? on.startsWith((String) part) : on.endsWith((String) part)) {
        return true;
      }
    }
    return false;
  }

  private static String stripped(String on, Object[] given, boolean left, boolean right) {
    String gone = given.length == 0 || given[0] == null ? null : (String) given[0];
    int from = 0;
    int to = on.length();
    while (left && from < to && isGone(on.charAt(from), gone)) {
      from++;
    }
    while (right && to > from && isGone(on.charAt(to - 1), gone)) {
      to--;
    }
    return on.substring(from, to);
  }

  private static boolean isGone(char one, String gone) {
    return gone == null ? Character.isWhitespace(one) || Character.isSpaceChar(one) : gone.indexOf(one) >= 0;
  }

  private static Object parted(String on, String at, int found, PyTuple whole) {
    return found < 0
        ? whole
        : new PyTuple(new Object[] {on.substring(0, found), at, on.substring(found + at.length())});
  }

  private static String filled(String on, int width) {
    boolean signed = on.startsWith("-") || on.startsWith("+");
    String noughts = "0".repeat(Math.max(0, width - on.length()));
    return signed ? on.charAt(0) + noughts + on.substring(1) : noughts + on;
  }

  // Patterns

  private static Object ofPattern(Pattern on, String name, Object[] given) {
    String text = (String) given[given.length - 1];
    Matcher matcher = on.matcher(text);
    switch (name) {
      case "sub":
        return substituted(matcher, given[0]);
      case "finditer":
        return allFound(on, text);
      case "fullmatch":
        return matcher.matches() ? matcher : null;
      case "match":
        return matcher.lookingAt() ? matcher : null;
      case "search":
        return matcher.find() ? matcher : null;
      default:
        return Missing.VALUE;
    }
  }

  /** Replace every match: by a text in which a backslash and a digit stand for a group, or by what a function returns. */
  private static String substituted(Matcher matcher, Object by) {
    return matcher.replaceAll(
        found -> {
          if (by instanceof Callable) {
            return Matcher.quoteReplacement((String) Calls.call(by, new Object[] {matcher}));
          }
          StringBuilder out = new StringBuilder();
          String pattern = (String) by;
          for (int n = 0; n < pattern.length(); n++) {
            char one = pattern.charAt(n);
            char next = n + 1 < pattern.length() ? pattern.charAt(n + 1) : ' ';
            if (one != '\\') {
              out.append(one);
            } else {
              String group = Character.isDigit(next) ? found.group(next - '0') : String.valueOf(next);
              out.append(group == null ? "" : group);
              n++;
            }
          }
          return Matcher.quoteReplacement(out.toString());
        });
  }

  private static Object allFound(Pattern on, String text) {
    PyList found = new PyList();
    Matcher next = on.matcher(text);
    for (int from = 0; from <= text.length() && next.find(from); next = on.matcher(text)) {
      from = next.end() > next.start() ? next.end() : next.end() + 1;
      found.add(next);
    }
    return found;
  }

  private static Object group(Matcher on, Object which) {
    return which instanceof String ? on.group((String) which) : on.group(Numbers.index(which));
  }
}
