package hexwright;

import VASSAL.build.GameModule;
import VASSAL.build.module.DriverAccess;
import VASSAL.build.module.GameSetupStep;
import VASSAL.build.module.PlayerRoster;
import VASSAL.build.module.WizardSupport;
import VASSAL.tools.DataArchive;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** VASSAL's module, with a script instead of a person at the set-up wizard, file chooser and dice. */
final class DrivenModule extends GameModule {
  private final WizardSupport wizard = new ScriptedWizard();
  private final ScriptedFileChooser chooser = new ScriptedFileChooser();
  /** One for the whole run, because components keep the one from the start. */
  private final Random dice = new Random();
  private String sideToTake;

  DrivenModule(DataArchive archive) {
    super(archive);
  }

  static DrivenModule get() {
    return (DrivenModule) GameModule.getGameModule();
  }

  /** Sets the side to take when the next game starts: a side's name, the observer, or null for the first free one. */
  void takeSide(String side) {
    sideToTake = side;
  }

  /** Makes dice repeatable from now on. */
  void seed(long seed) {
    dice.setSeed(seed);
  }

  @Override
  public Random getRNG() {
    return dice;
  }

  @Override
  public WizardSupport getWizardSupport() {
    return wizard;
  }

  @Override
  public ScriptedFileChooser getFileChooser() {
    return chooser;
  }

  /** Keeps VASSAL's class name in the serialised module. */
  @Override
  public Element getBuildElement(Document document) {
    final Element element = super.getBuildElement(document);
    return element.getTagName().equals(getClass().getName())
      ? (Element) document.renameNode(element, null, GameModule.class.getName())
      : element;
  }

  /** Performs the action of the wizard's Finish button, without its window. */
  private final class ScriptedWizard extends WizardSupport {
    @Override
    public void showGameSetupWizard() {
      final List<GameSetupStep> steps = new ArrayList<>();
      getGameState().getUnfinishedSetupSteps().forEachRemaining(steps::add);
      for (final GameSetupStep step : steps) {
        step.getControls();
        if (step instanceof PlayerRoster roster) {
          DriverAccess.chooseSide(roster, sideToTake);
        }
      }
      steps.forEach(GameSetupStep::finish);
    }
  }
}
