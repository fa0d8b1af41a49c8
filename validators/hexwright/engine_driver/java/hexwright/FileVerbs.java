package hexwright;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Base64;

/** Passes files in parts, so that the client opens no path that a module's code could have replaced. */
final class FileVerbs {
  private FileVerbs() { }

  static void addTo(Verbs verbs) {
    verbs.look("new_folder", args -> Files.createDirectories(args.file("folder").toPath()).toString());
    verbs.look("give_part", FileVerbs::give);
    verbs.look("take_part", FileVerbs::take);
  }

  /** Appends a part to a file. */
  private static Object give(Args args) throws IOException {
    Files.write(args.file("file").toPath(), Base64.getDecoder().decode(args.text("data")),
      StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    return null;
  }

  /** Returns the part of a file that begins at an offset; it is shorter than asked for only at the end. */
  private static Object take(Args args) throws IOException {
    final File file = args.file("file");
    final Path path = file.toPath();
    if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new IllegalStateException("VASSAL wrote no " + file.getName());
    }
    final ByteBuffer part = ByteBuffer.allocate((int) args.number("most"));
    try (SeekableByteChannel channel =
           Files.newByteChannel(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      channel.position(args.number("offset"));
      while (part.hasRemaining() && channel.read(part) >= 0) { }
    }
    return Base64.getEncoder().encodeToString(Arrays.copyOf(part.array(), part.position()));
  }
}
