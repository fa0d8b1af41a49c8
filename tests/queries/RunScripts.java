import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Runs scripts, each in an interpreter of its own: one a line of standard input, answered by a line each, in base 64. */
public class RunScripts {
  public static void main(String[] args) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String script = new String(Base64.getDecoder().decode(line), StandardCharsets.UTF_8);
      String found;
      try {
        found = String.valueOf(new bsh.Interpreter().eval(script));
      } catch (Throwable fault) {
        found = "! " + fault;
      }
      System.out.println(Base64.getEncoder().encodeToString(found.getBytes(StandardCharsets.UTF_8)));
    }
  }
}
