import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.MessagingApi;
import org.openapitools.client.api.SegmentsApi;
import org.openapitools.client.model.AllConditions;
import org.openapitools.client.model.Audience;
import org.openapitools.client.model.Comparison;
import org.openapitools.client.model.ComparisonValue;
import org.openapitools.client.model.Condition;
import org.openapitools.client.model.MessageSent;
import org.openapitools.client.model.MessageStatusSent;
import org.openapitools.client.model.SegmentRequest;
import org.openapitools.client.model.SendMessageRequest;

/** Sends a text and makes a segment with the Java client that openapi-generator generates. */
public final class ByOpenapiGenerator {
  public static void main(String[] args) throws ApiException {
    String[] key = System.getenv("API_KEY").split(":");
    ApiClient client = new ApiClient().setBasePath(System.getenv("BASE_URL"));
    client.setUsername(key[0]);
    client.setPassword(key[1]);

    MessagingApi messaging = new MessagingApi(client);
    SendMessageRequest request =
        new SendMessageRequest().to(System.getenv("TO")).from(System.getenv("FROM")).body("From Java");
    MessageSent sent = messaging.sendMessage(request, null).getMessage().getMessageSent();
    MessageStatusSent read = messaging.getMessage(sent.getId()).getMessageStatusSent();
    expect(read.getBody().equals("From Java"), read);
    int cost = messaging.sendMessage(request.dryRun(true), null).getDryRun().getCredits().getSms();
    expect(cost > 0, cost);

    Comparison comparison = new Comparison().field("firstName").op("equals").value(new ComparisonValue("Ann"));
    Condition filter = new Condition(new AllConditions().all(List.of(new Condition(comparison))));
    SegmentRequest segment = new SegmentRequest().name("By Java").audience(new Audience().filter(filter));
    Condition made =
        new SegmentsApi(client).createSegment(segment, null).getAudience().getFilter().getAllConditions().getAll().get(0);
    expect(made.getComparison().getValue().getActualInstance().equals("Ann"), made);
  }

  private static void expect(boolean condition, Object value) {
    if (!condition) throw new AssertionError(value);
  }
}
