import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import VASSAL.build.Buildable;
import VASSAL.build.GameModule;
import VASSAL.counters.GamePiece;

/** A component that, once the module around it is built, makes pieces from texts and writes what the engine makes of them. */
public class TraitRecorder implements Buildable {
  @Override
  public void build(Element e) {}

  @Override
  public void add(Buildable b) {}

  @Override
  public Element getBuildElement(Document doc) {
    return doc.createElement("TraitRecorder");
  }

  /** Reads lines of hex: type, a space, state, both in UTF-8; writes the same, or "error" and the reason. */
  @Override
  public void addTo(Buildable parent) {
    final GameModule module = GameModule.getGameModule();
    try (PrintWriter out = new PrintWriter(System.getenv("TRAITS_OUT"), StandardCharsets.US_ASCII)) {
      for (final String id : new String[] {"101", "102"}) {
        final GamePiece known = module.createPiece("mat;Mat;\tpiece;;;;known");
        known.setId(id);
        module.getGameState().addPiece(known);
      }
      for (final String line : Files.readAllLines(Path.of(System.getenv("TRAITS_IN")))) {
        final String[] part = line.split(" ", -1);
        try {
          final GamePiece piece = module.createPiece(text(part[0]));
          piece.setId("900");
          if (!part[1].isEmpty()) {
            piece.setState(text(part[1]));
          }
          out.println(hex(piece.getType()) + " " + hex(piece.getState()));
        }
        catch (Exception | LinkageError e) {
          out.println("error " + e);
        }
      }
    }
    catch (java.io.IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String text(String hex) {
    return new String(java.util.HexFormat.of().parseHex(hex), StandardCharsets.UTF_8);
  }

  private static String hex(String text) {
    return java.util.HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
  }
}
