import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.twilio.exception.ApiException;
import com.twilio.http.NetworkHttpClient;
import com.twilio.http.Request;
import com.twilio.http.Response;
import com.twilio.http.TwilioRestClient;
import com.twilio.rest.api.v2010.account.Message;
import com.twilio.security.RequestValidator;
import com.twilio.type.PhoneNumber;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Calls the service with Twilio's own package for Java, with only the address changed. Fails at the first surprise. */
public class Check {
  /** Client of HTTP that sends requests to another address and changes nothing else of them. */
  static class Redirected extends NetworkHttpClient {
    private final String baseUrl;

    Redirected(String baseUrl) {
      this.baseUrl = baseUrl;
    }

    @Override
    public Response makeRequest(Request request) {
      String url = request.getUrl().replace("https://api.twilio.com", baseUrl);
      Request redirected = new Request(request.getMethod(), url);
      request.getQueryParams().forEach((name, values) -> values.forEach(value -> redirected.addQueryParam(name, value)));
      request.getPostParams().forEach((name, values) -> values.forEach(value -> redirected.addPostParam(name, value)));
      request.getHeaderParams().forEach((name, values) -> values.forEach(value -> redirected.addHeaderParam(name, value)));
      redirected.setContentType(request.getContentType());
      redirected.setAuth(request.getUsername(), request.getPassword());
      return super.makeRequest(redirected);
    }
  }

  static JsonNode sample;

  static TwilioRestClient client(String token) {
    String user = text("accountSid");
    return new TwilioRestClient.Builder(user, token).httpClient(new Redirected(text("baseUrl"))).build();
  }

  static String text(String name) {
    return sample.get(name).asText();
  }

  static Message send(TwilioRestClient client, String to) {
    return Message.creator(new PhoneNumber(to), new PhoneNumber(text("from")), "Hello").create(client);
  }

  static List<Integer> codeOf(Runnable action) {
    try {
      action.run();
    } catch (ApiException error) {
      return List.of(error.getStatusCode(), error.getCode());
    }
    return null;
  }

  static void expect(Object found, Object expected) {
    if (!Objects.equals(found, expected)) throw new AssertionError(found + " instead of " + expected);
  }

  public static void main(String[] arguments) throws Exception {
    sample = new ObjectMapper().readTree(System.getenv("TWILIO_CASE"));
    TwilioRestClient own = client(text("authToken"));
    List<String> sent = new ArrayList<>();
    for (int count = 0; count < 3; count++) sent.add(0, send(own, text("to")).getSid());
    Message fetched = Message.fetcher(sent.get(0)).fetch(own);
    expect(List.of(fetched.getSid(), fetched.getTo(), fetched.getBody()), List.of(sent.get(0), text("to"), "Hello"));
    List<String> listed = new ArrayList<>();
    for (Message message : Message.reader().setTo(new PhoneNumber(text("to"))).pageSize(2).read(own)) {
      if (sent.contains(message.getSid())) listed.add(message.getSid());
    }
    expect(listed, sent);
    expect(codeOf(() -> send(own, "555")), List.of(400, 21211));
    expect(codeOf(() -> send(own, text("stranger"))), List.of(400, 21610));
    expect(codeOf(() -> Message.deleter(sent.get(0)).delete(own)), List.of(404, 20404));
    expect(codeOf(() -> Message.fetcher(sent.get(0)).fetch(client("wrong"))), List.of(401, 20003));
    JsonNode callback = sample.get("callback");
    Map<String, String> parameters = new HashMap<>();
    for (String pair : callback.get("body").asText().split("&")) {
      String[] parts = pair.split("=", 2);
      parameters.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    RequestValidator validator = new RequestValidator(text("authToken"));
    expect(validator.validate(callback.get("url").asText(), parameters, callback.get("signature").asText()), true);
  }
}
