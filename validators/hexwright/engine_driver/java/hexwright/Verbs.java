package hexwright;

import java.util.LinkedHashMap;
import java.util.Map;

/** All commands by name. Each runs on the event thread; those that change something then wait for quiet. */
final class Verbs {
  /** How long VASSAL must be idle before a command counts as done. */
  static final long QUIET_MS = 15;

  interface Verb {
    /** Returns the value for the reply: a map, list, string, number, boolean or null. */
    Object run(Args args) throws Exception;
  }

  private record Entry(Verb verb, boolean changes, Verb after) { }

  private static double workMs;

  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private static final Verbs ALL = new Verbs();

  private Verbs() {
    GameVerbs.addTo(this);
    LogVerbs.addTo(this);
    PieceVerbs.addTo(this);
    ToolbarVerbs.addTo(this);
    PropertyVerbs.addTo(this);
    PictureVerbs.addTo(this);
    ModuleVerbs.addTo(this);
    FileVerbs.addTo(this);
    change("wait", args -> null);
  }

  /** Adds a command that changes nothing. */
  void look(String name, Verb verb) {
    entries.put(name, new Entry(verb, false, null));
  }

  /** Adds a command that changes something. */
  void change(String name, Verb verb) {
    entries.put(name, new Entry(verb, true, null));
  }

  /** Adds a command that changes something, and reads the result when VASSAL is idle again. */
  void change(String name, Verb verb, Verb after) {
    entries.put(name, new Entry(verb, true, after));
  }

  /** Returns how long the last command occupied the event thread, in milliseconds, without the wait. */
  static double workMs() {
    return workMs;
  }

  static Object run(String name, Args args) throws Exception {
    final Entry entry = ALL.entries.get(name);
    if (entry == null) {
      throw new IllegalArgumentException("no command '" + name + "'; there are " + ALL.entries.keySet());
    }
    final long from = System.nanoTime();
    final Object value = Edt.call(() -> entry.verb().run(args));
    workMs = (System.nanoTime() - from) / 1e6;
    if (!entry.changes()) {
      return value;
    }
    Edt.settle(args.has("quiet_ms") ? args.number("quiet_ms") : QUIET_MS);
    return entry.after() == null ? value : Edt.call(() -> entry.after().run(args));
  }
}
