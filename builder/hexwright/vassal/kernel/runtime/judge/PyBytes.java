package judge;

import java.util.Arrays;

/** Bytes, or a bytearray. */
public final class PyBytes {
  public final byte[] b;

  public PyBytes(byte[] bytes) {
    b = bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PyBytes && Arrays.equals(b, ((PyBytes) other).b);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(b);
  }
}
