package hexwright;

import VASSAL.build.module.ChartWindow;
import VASSAL.build.module.DriverAccess;
import VASSAL.build.module.Inventory;
import VASSAL.build.module.Map;
import VASSAL.build.module.NotesWindow;
import VASSAL.build.module.PieceWindow;
import VASSAL.build.widget.PieceSlot;
import VASSAL.configure.ColorConfigurer;
import VASSAL.counters.GamePiece;

import java.awt.AWTException;
import java.awt.Dialog;
import java.awt.Dimension;
import java.awt.Frame;
import java.awt.Graphics2D;
import java.awt.GraphicsEnvironment;
import java.awt.Image;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.Window;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import javax.swing.JTabbedPane;

/** Opens windows and draws what players see: maps, windows, pieces. */
final class PictureVerbs {
  private PictureVerbs() { }

  static void addTo(Verbs verbs) {
    verbs.change("show_windows", args -> showWindows(), args -> titles());
    verbs.look("windows", args -> titles());
    verbs.change("picture_map", PictureVerbs::pictureMap);
    verbs.change("draw_map", args -> draw(Find.map(args.text("map"))).getWidth());
    verbs.change("picture_windows", PictureVerbs::pictureWindows);
    verbs.change("draw_windows", args -> drawWindows((title, picture) -> { }));
    verbs.change("picture_screen", PictureVerbs::pictureScreen);
    verbs.change("picture_piece", PictureVerbs::picturePiece);
    verbs.change("draw_slots", args -> drawSlots());
  }

  /** Opens every window for which the module has a button. */
  private static Object showWindows() {
    Map.getMapList().forEach(Map::showMap);
    for (final PieceWindow palette : Find.module().getAllDescendantComponentsOf(PieceWindow.class)) {
      if (!palette.getComponent().isShowing()) {
        palette.launchButtonPressed();
      }
    }
    for (final ChartWindow charts : Find.module().getAllDescendantComponentsOf(ChartWindow.class)) {
      if (!charts.getComponent().isShowing()) {
        DriverAccess.open(charts);
      }
    }
    for (final Inventory inventory : Find.module().getAllDescendantComponentsOf(Inventory.class)) {
      inventory.getLaunchButton().doClick();
    }
    for (final NotesWindow notes : Find.module().getAllDescendantComponentsOf(NotesWindow.class)) {
      notes.getLaunchButton().doClick();
    }
    return null;
  }

  private static List<Window> showing() {
    final List<Window> windows = new ArrayList<>();
    for (final Window window : Window.getWindows()) {
      if (window.isShowing()) {
        windows.add(window);
      }
    }
    return windows;
  }

  private static String title(Window window) {
    final String title = window instanceof Frame frame ? frame.getTitle()
      : window instanceof Dialog dialog ? dialog.getTitle() : null;
    return title == null ? "" : title;
  }

  private static Object titles() {
    final List<String> titles = new ArrayList<>();
    for (final Window window : showing()) {
      titles.add(title(window));
    }
    return titles;
  }

  private static Object save(BufferedImage picture, File file) throws IOException {
    if (!ImageIO.write(picture, "png", file)) {
      throw new IOException("no PNG writer for " + file);
    }
    return Wire.fields("file", file.getPath(), "width", picture.getWidth(), "height", picture.getHeight());
  }

  /** Draws a whole map at its full size, regardless of its window. */
  private static BufferedImage draw(Map map) {
    final Dimension size = map.mapSize();
    final Rectangle whole = new Rectangle(0, 0, Math.max(1, size.width), Math.max(1, size.height));
    final BufferedImage picture = new BufferedImage(whole.width, whole.height, BufferedImage.TYPE_INT_RGB);
    final double zoom = map.getZoom();
    final Graphics2D g = picture.createGraphics();
    try {
      if (map.getZoomer() != null) {
        map.getZoomer().setZoomFactor(1.0);
      }
      g.setColor(ColorConfigurer.stringToColor(map.getAttributeValueString(Map.BACKGROUND_COLOR)));
      g.fill(whole);
      map.paintRegion(g, whole, null);
    }
    finally {
      g.dispose();
      if (map.getZoomer() != null) {
        map.getZoomer().setZoomFactor(zoom);
      }
    }
    return picture;
  }

  private static Object pictureMap(Args args) throws IOException {
    return save(draw(Find.map(args.text("map"))), args.file("file"));
  }

  private interface Taker {
    void take(String title, BufferedImage picture) throws IOException;
  }

  /** Draws every open window and every tab in it; returns the number of pictures. */
  private static int drawWindows(Taker taker) throws IOException {
    int drawn = 0;
    for (final Window window : showing()) {
      taker.take(title(window), draw(window));
      drawn++;
      for (final JTabbedPane tabs : Watch.all(window, JTabbedPane.class)) {
        final int selected = tabs.getSelectedIndex();
        for (int index = 0; index < tabs.getTabCount(); index++) {
          if (index != selected) {
            tabs.setSelectedIndex(index);
            window.validate();
            taker.take(title(window) + " / " + tabs.getTitleAt(index), draw(window));
            drawn++;
          }
        }
        tabs.setSelectedIndex(selected);
      }
    }
    return drawn;
  }

  /** Draws every open window into a folder, as 01.png, 02.png and so on. */
  private static Object pictureWindows(Args args) throws IOException {
    final List<Object> pictures = new ArrayList<>();
    drawWindows((title, picture) -> {
      final File file = new File(args.file("folder"), String.format("%02d.png", pictures.size() + 1));
      save(picture, file);
      pictures.add(Wire.fields("title", title, "file", file.getPath()));
    });
    return pictures;
  }

  private static BufferedImage draw(Window window) {
    final BufferedImage picture = new BufferedImage(
      Math.max(1, window.getWidth()), Math.max(1, window.getHeight()), BufferedImage.TYPE_INT_RGB);
    final Graphics2D g = picture.createGraphics();
    window.printAll(g);
    g.dispose();
    return picture;
  }

  /** Captures the screen in its own pixels, even if several of them form one of Swing's. */
  private static Object pictureScreen(Args args) throws AWTException, IOException {
    final Rectangle whole = GraphicsEnvironment.getLocalGraphicsEnvironment()
      .getDefaultScreenDevice().getDefaultConfiguration().getBounds();
    final List<Image> shots = new Robot().createMultiResolutionScreenCapture(whole).getResolutionVariants();
    final Image finest = shots.get(shots.size() - 1);
    final BufferedImage picture = new BufferedImage(
      finest.getWidth(null), finest.getHeight(null), BufferedImage.TYPE_INT_RGB);
    final Graphics2D g = picture.createGraphics();
    g.drawImage(finest, 0, 0, null);
    g.dispose();
    return save(picture, args.file("file"));
  }

  private static BufferedImage draw(GamePiece piece) {
    final Rectangle bounds = piece.boundingBox();
    final BufferedImage picture = new BufferedImage(
      Math.max(1, bounds.width), Math.max(1, bounds.height), BufferedImage.TYPE_INT_ARGB);
    final Graphics2D g = picture.createGraphics();
    piece.draw(g, -bounds.x, -bounds.y, null, 1.0);
    g.dispose();
    return picture;
  }

  private static Object picturePiece(Args args) throws IOException {
    return save(draw(Find.piece(args.text("id"))), args.file("file"));
  }

  /** Draws the piece of every slot, to find errors that occur only when drawing; returns their number. */
  private static Object drawSlots() {
    int drawn = 0;
    for (final PieceSlot slot : Find.module().getAllDescendantComponentsOf(PieceSlot.class)) {
      final GamePiece piece = slot.getPiece();
      if (piece != null) {
        draw(piece);
        drawn++;
      }
    }
    return drawn;
  }
}
