package hexwright;

import VASSAL.build.GameModule;
import VASSAL.build.module.DriverAccess;
import VASSAL.build.module.GameState;
import VASSAL.build.module.PlayerRoster;
import VASSAL.build.module.PredefinedSetup;

import java.util.ArrayList;
import java.util.List;

/** Starting, saving and ending games; sides; answers to dialogs. */
final class GameVerbs {
  private static final char COMMAND_SEPARATOR = 27;

  private GameVerbs() { }

  static void addTo(Verbs verbs) {
    verbs.look("setups", args -> setups());
    verbs.change("start", GameVerbs::start, args -> status());
    verbs.change("new_game", GameVerbs::newGame, args -> status());
    verbs.change("load", GameVerbs::load, args -> status());
    verbs.change("close", args -> close());
    verbs.change("save", GameVerbs::save);
    verbs.look("status", args -> status());
    verbs.look("state", args -> gameState());
    verbs.look("sides", args -> sides());
    verbs.change("side", GameVerbs::changeSide, args -> PlayerRoster.getMySide());
    verbs.look("answer", args -> {
      Watch.queueAnswer(args.text("text"));
      return null;
    });
    verbs.change("be", args -> {
      // VASSAL identifies players by their passwords, and reserves their seats.
      Find.module().getPrefs().setValue(GameModule.REAL_NAME, args.text("name"));
      Find.module().getPrefs().setValue(GameModule.SECRET_NAME, args.text("name"));
      return null;
    });
    verbs.look("seed", args -> {
      DrivenModule.get().seed(args.number("seed"));
      return null;
    });
  }

  private static GameState state() {
    return Find.module().getGameState();
  }

  private static List<Object> setups() {
    final List<Object> setups = new ArrayList<>();
    for (final PredefinedSetup setup : Find.module().getAllDescendantComponentsOf(PredefinedSetup.class)) {
      if (!setup.isMenu()) {
        setups.add(Wire.fields("title", setup.getConfigureName(), "file", setup.isUseFile() ? setup.getFileName() : null));
      }
    }
    return setups;
  }

  private static Object start(Args args) {
    final String title = args.text("title");
    PredefinedSetup found = null;
    for (final PredefinedSetup setup : Find.module().getAllDescendantComponentsOf(PredefinedSetup.class)) {
      final String name = setup.getConfigureName();
      if (setup.isMenu() || name == null) {
        continue;
      }
      // The part of a title after a comma may be left out, unless the rest is another title.
      if (name.equals(title) || (found == null && name.startsWith(title + ", "))) {
        found = setup;
      }
    }
    if (found != null) {
      close();
      DrivenModule.get().takeSide(args.textOrNull("side"));
      found.launch();
      return null;
    }
    throw new IllegalArgumentException("no set-up '" + title + "'; there are " + setups());
  }

  private static Object newGame(Args args) {
    close();
    DrivenModule.get().takeSide(args.textOrNull("side"));
    Find.module().setGameFileMode(GameModule.GameFileMode.NEW_GAME);
    state().setup(false);
    state().setup(true);
    state().freshenStartupGlobalKeyCommands(Find.module());
    return null;
  }

  private static Object load(Args args) {
    close();
    DrivenModule.get().takeSide(args.textOrNull("side"));
    if (!state().loadGame(args.file("file"), false)) {
      throw new IllegalStateException("VASSAL did not load " + args.text("file"));
    }
    return null;
  }

  private static Object close() {
    if (state().isGameStarted()) {
      state().setModified(false);
      state().closeGame();
    }
    return null;
  }

  private static Object save(Args args) throws Exception {
    Find.needGame();
    state().saveGame(args.file("file"));
    return null;
  }

  private static Object status() {
    return Wire.fields(
      "started", state().isGameStarted(),
      "pieces", Find.pieces().size(),
      "side", PlayerRoster.getMySide(),
      "steps_left", DriverAccess.stepsLeft());
  }

  /** Returns the contents of a saved game, one command per line. */
  private static Object gameState() {
    Find.needGame();
    return Find.module().encode(state().getRestoreCommand()).replace(COMMAND_SEPARATOR, '\n');
  }

  private static Object sides() {
    final PlayerRoster roster = Find.module().getPlayerRoster();
    return roster == null ? List.of() : roster.getSides();
  }

  /** Changes side with the toolbar button, and answers its dialog. */
  private static Object changeSide(Args args) {
    Find.needGame();
    final PlayerRoster roster = Find.module().getPlayerRoster();
    if (roster == null || !roster.getLaunchButton().isEnabled()) {
      throw new IllegalStateException("VASSAL doesn't allow a change of side now");
    }
    final String side = args.text("side");
    Watch.queueAnswer(PlayerRoster.OBSERVER.equals(side) ? DriverAccess.observerLabel(roster) : side);
    roster.getLaunchButton().doClick();
    return null;
  }
}
