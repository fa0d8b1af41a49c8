package hexwright;

import VASSAL.build.GameModule;
import VASSAL.tools.ErrorDialog;
import VASSAL.tools.bug.BugHandler;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import org.slf4j.LoggerFactory;

import java.awt.AWTEvent;
import java.awt.Component;
import java.awt.Container;
import java.awt.Dialog;
import java.awt.Toolkit;
import java.awt.event.WindowEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import javax.swing.AbstractButton;
import javax.swing.JLabel;
import javax.swing.JList;
import javax.swing.JOptionPane;
import javax.swing.JTextPane;
import javax.swing.SwingUtilities;
import javax.swing.text.BadLocationException;
import javax.swing.text.Document;
import javax.swing.text.Element;
import javax.swing.text.ElementIterator;
import javax.swing.text.JTextComponent;
import javax.swing.text.StyleConstants;
import javax.swing.text.html.HTML;

/** Reports VASSAL's output: log lines from WARN up, bugs, modal dialogs (answered or closed) and chat. */
final class Watch {
  /** The message of a JVM about options from the environment, where we set them. */
  private static final String JVM_NOTE = "Picked up JAVA_TOOL_OPTIONS";
  private static final Deque<String> ANSWERS = new ArrayDeque<>();
  private static int chatLinesSeen;
  private static int chatLengthSeen;

  private Watch() { }

  static void install() {
    final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    final LogEar ear = new LogEar();
    ear.setContext(context);
    ear.start();
    context.getLogger("ROOT").addAppender(ear);
    ErrorDialog.addBugHandler(new BugHandler() {
      @Override
      public boolean accept(Throwable thrown) {
        return true;
      }

      @Override
      public void handle(Throwable thrown) {
        Wire.problem("bug", "error", Wire.said(thrown), Wire.trace(thrown));
      }
    });
    Toolkit.getDefaultToolkit().addAWTEventListener(event -> {
      if (event.getID() == WindowEvent.WINDOW_OPENED && event.getSource() instanceof Dialog dialog && dialog.isModal()) {
        SwingUtilities.invokeLater(() -> answer(dialog));
      }
    }, AWTEvent.WINDOW_EVENT_MASK);
  }

  private static final class LogEar extends AppenderBase<ILoggingEvent> {
    @Override
    protected void append(ILoggingEvent line) {
      if (!line.getLevel().isGreaterOrEqual(Level.WARN) || line.getFormattedMessage().startsWith(JVM_NOTE)) {
        return;
      }
      final Throwable thrown = line.getThrowableProxy() instanceof ThrowableProxy proxy ? proxy.getThrowable() : null;
      final String level = line.getLevel() == Level.WARN ? "warning" : "error";
      final String said = line.getFormattedMessage().strip();
      final String text = thrown == null ? said : (said + " " + Wire.said(thrown)).strip();
      Wire.problem("log", level, text, thrown == null ? "" : Wire.trace(thrown));
    }
  }

  /** Queues the answer to the next dialog: a button's label, or the text to type or choose. */
  static void queueAnswer(String text) {
    ANSWERS.add(text);
  }

  /** Whether a player could give an answer: anything where a text is asked for, else one of the choices. */
  private static boolean offers(JOptionPane pane, String answer) {
    final Object[] choices = pane.getSelectionValues();
    return choices == null || Arrays.asList(choices).contains(answer);
  }

  private static void answer(Dialog dialog) {
    final String answer = ANSWERS.poll();
    final JOptionPane pane = first(dialog, JOptionPane.class);
    if (answer != null && pane != null && pane.getWantsInput() && offers(pane, answer)) {
      pane.setInputValue(answer);
      pane.setValue(JOptionPane.OK_OPTION);
      dialog.setVisible(false);
      return;
    }
    if (answer != null && choose(first(dialog, JList.class), answer)) {
      for (final AbstractButton button : all(dialog, AbstractButton.class)) {
        if (button.getText() != null && !button.getText().isBlank()) {
          // The first button of VASSAL's list dialogs confirms the choice.
          button.doClick();
          return;
        }
      }
    }
    if (answer != null) {
      for (final AbstractButton button : all(dialog, AbstractButton.class)) {
        if (answer.equalsIgnoreCase(button.getText())) {
          button.doClick();
          return;
        }
      }
    }
    report(dialog, pane);
    dialog.dispose();
  }

  /** Chooses the entries of a list that the lines of an answer name; returns whether there are any. */
  private static boolean choose(JList<?> list, String answer) {
    if (list == null) {
      return false;
    }
    final List<String> wanted = answer.lines().toList();
    for (int index = 0; index < list.getModel().getSize(); ++index) {
      if (wanted.contains(String.valueOf(list.getModel().getElementAt(index)))) {
        list.addSelectionInterval(index, index);
      }
    }
    return !list.isSelectionEmpty();
  }

  private static void report(Dialog dialog, JOptionPane pane) {
    final Set<String> words = new LinkedHashSet<>();
    if (dialog.getTitle() != null && !dialog.getTitle().isBlank()) {
      words.add(dialog.getTitle());
    }
    visit(dialog, part -> {
      if (part instanceof JLabel label && label.getText() != null && !label.getText().isBlank()) {
        words.add(label.getText());
      }
      else if (part instanceof JTextComponent text && !text.getText().isBlank()) {
        words.add(text.getText().strip().lines().findFirst().orElse(""));
      }
    });
    final List<String> labels = new ArrayList<>();
    for (final AbstractButton button : all(dialog, AbstractButton.class)) {
      if (button.getText() != null && !button.getText().isBlank()) {
        labels.add(button.getText());
      }
    }
    final boolean error = pane != null && pane.getMessageType() == JOptionPane.ERROR_MESSAGE;
    Wire.problem("dialog", error ? "error" : "warning", String.join(": ", words),
      "buttons: " + String.join(", ", labels));
  }

  static void visit(Container within, Consumer<Component> visitor) {
    for (final Component part : within.getComponents()) {
      visitor.accept(part);
      if (part instanceof Container container) {
        visit(container, visitor);
      }
    }
  }

  static <T> List<T> all(Container within, Class<T> kind) {
    final List<T> found = new ArrayList<>();
    visit(within, part -> {
      if (kind.isInstance(part)) {
        found.add(kind.cast(part));
      }
    });
    return found;
  }

  private static <T> T first(Container within, Class<T> kind) {
    final List<T> found = all(within, kind);
    return found.isEmpty() ? null : found.get(0);
  }

  /** Sends the chat lines since the last call; must be called on the event thread. */
  static void flushChat() throws BadLocationException {
    final GameModule module = GameModule.getGameModule();
    if (module == null || module.getChatter() == null) {
      return;
    }
    final JTextPane pane = first(module.getChatter(), JTextPane.class);
    if (pane == null || pane.getDocument().getLength() == chatLengthSeen) {
      return;
    }
    final Document document = pane.getDocument();
    chatLengthSeen = document.getLength();
    int line = 0;
    final ElementIterator elements = new ElementIterator(document);
    for (Element e = elements.next(); e != null; e = elements.next()) {
      if (e.getAttributes().getAttribute(StyleConstants.NameAttribute) != HTML.Tag.DIV || line++ < chatLinesSeen) {
        continue;
      }
      final int from = e.getStartOffset();
      final String text = document.getText(from, e.getEndOffset() - from).strip();
      final Object style = e.getAttributes().getAttribute(HTML.Attribute.CLASS);
      Wire.event("chat", Wire.fields("text", text, "style", String.valueOf(style)));
    }
    chatLinesSeen = line;
  }
}
