package hexwright;

import VASSAL.Info;
import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.build.module.WizardSupport;
import VASSAL.build.module.metadata.AbstractMetaData;
import VASSAL.build.module.metadata.MetaDataFactory;
import VASSAL.build.module.metadata.ModuleMetaData;
import VASSAL.i18n.Localization;
import VASSAL.launch.Player;
import VASSAL.launch.StandardConfig;
import VASSAL.launch.TilingHandler;
import VASSAL.preferences.Prefs;

import java.awt.Dimension;
import java.io.File;
import java.util.concurrent.Future;
import org.apache.commons.codec.digest.DigestUtils;

/** VASSAL's own start of a module for play, without the welcome wizard; a failed load is returned. */
final class DrivenPlayer extends Player {
  private static final Dimension TILE = new Dimension(256, 256);
  private static final int TILER_HEAP_MB = 1024;
  private static Throwable failure;

  private DrivenPlayer(File module) {
    super(new String[] {"--load", "--", module.getPath()});
  }

  /** Opens a module as the Module Manager does: checks its metadata, cuts tiles if asked, starts the Player. */
  static void open(File module, boolean tile) throws Exception {
    Info.setConfig(new StandardConfig());
    final AbstractMetaData metadata = MetaDataFactory.buildMetaData(module);
    if (!(metadata instanceof ModuleMetaData about)) {
      throw new IllegalArgumentException("VASSAL finds no module in this file (buildFile.xml or moduledata is missing)");
    }
    if (Info.isModuleTooNew(about.getVassalVersion())) {
      Wire.problem("manager", "error",
        "the module asks for VASSAL " + about.getVassalVersion() + ", this is " + Info.getVersion(), "");
    }
    set(Prefs.getGlobalPrefs(), WizardSupport.WELCOME_WIZARD_KEY, false);
    set(Prefs.getGlobalPrefs(), Prefs.BAD_DATA_AUDIT_TRAILS, true);
    if (tile) {
      final String name = DigestUtils.sha1Hex(about.getName() + "_" + about.getVersion());
      cutTiles(module, new File(Info.getCacheDir(), "tiles/" + name));
    }
    new DrivenPlayer(module);
    if (failure instanceof Exception thrown) {
      throw thrown;
    }
    if (failure != null) {
      throw new IllegalStateException(failure);
    }
  }

  /** Sets a preference; a module without the component that owns it has none. */
  private static void set(Prefs prefs, String key, Object value) {
    if (prefs.getOption(key) != null) {
      prefs.setValue(key, value);
    }
  }

  @Override
  protected void launch() {
    try {
      final GameModule module = new DrivenModule(createDataArchive());
      GameModule.init(module);
      createExtensionsLoader().addTo(module);
      Localization.getInstance().translate();
      final Prefs prefs = module.getPrefs();
      set(prefs, GameModule.REAL_NAME, "Driver");
      set(prefs, GameModule.SECRET_NAME, "driver");
      set(prefs, BasicLogger.PROMPT_NEW_LOG_START, false);
      set(prefs, BasicLogger.PROMPT_NEW_LOG_END, false);
      set(prefs, BasicLogger.PROMPT_LOG_COMMENT, false);
      module.getPlayerWindow().setVisible(true);
    }
    catch (Throwable thrown) {
      failure = thrown;
    }
  }

  /** Cuts large images into tiles, in the child process that VASSAL starts for it. */
  private static void cutTiles(File module, File folder) throws Exception {
    new TilingHandler(module.getAbsolutePath(), folder, TILE, TILER_HEAP_MB) {
      @Override
      protected StateMachineHandler createStateMachineHandler(int count, Future<Integer> result) {
        return new StateMachineHandler() {
          @Override
          public void handleStart() { }

          @Override
          public void handleStartingImageState(String image) { }

          @Override
          public void handleTileWrittenState() { }

          @Override
          public void handleTilingFinishedState() { }

          @Override
          public void handleSuccess() { }

          @Override
          public void handleFailure() {
            Wire.problem("manager", "error", "VASSAL could not cut its images into tiles", "");
          }
        };
      }
    }.sliceTiles();
  }
}
