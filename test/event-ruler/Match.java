import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import software.amazon.event.ruler.Ruler;

/** Takes a line of JSON for each case, with `pattern` and `event`, and prints whether the pattern matches the event. */
public class Match {
  public static void main(String[] arguments) throws Exception {
    ObjectMapper json = new ObjectMapper();
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      JsonNode one = json.readTree(line);
      System.out.println(Ruler.matchesRule(one.get("event").toString(), one.get("pattern").toString()));
    }
  }
}
