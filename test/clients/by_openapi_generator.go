// Sends a text and makes a segment with the Go client that openapi-generator generates.
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	api "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func main() {
	settings := api.NewConfiguration()
	settings.Servers = api.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	client := api.NewAPIClient(settings)
	id, secret, _ := strings.Cut(os.Getenv("API_KEY"), ":")
	key := context.WithValue(context.Background(), api.ContextBasicAuth, api.BasicAuth{UserName: id, Password: secret})

	request := api.NewSendMessageRequest(os.Getenv("TO"), os.Getenv("FROM"))
	request.SetBody("From Go")
	answer, _, err := client.MessagingAPI.SendMessage(key).SendMessageRequest(*request).Execute()
	expect(err == nil && answer.Message != nil && answer.Message.MessageSent != nil, err, answer)
	read, _, err := client.MessagingAPI.GetMessage(key, answer.Message.MessageSent.GetId()).Execute()
	expect(err == nil && read.MessageStatusSent != nil && read.MessageStatusSent.GetBody() == "From Go", err, read)
	request.SetDryRun(true)
	answer, _, err = client.MessagingAPI.SendMessage(key).SendMessageRequest(*request).Execute()
	expect(err == nil && answer.DryRun != nil && answer.DryRun.Credits.GetSms() > 0, err, answer)

	name := "Ann"
	comparison := api.NewComparison("firstName", "equals", api.StringAsComparisonValue(&name))
	filter := api.AllConditionsAsCondition(api.NewAllConditions([]api.Condition{api.ComparisonAsCondition(comparison)}))
	segment := api.NewSegmentRequest("By Go", api.Audience{Filter: &filter})
	made, _, err := client.SegmentsAPI.CreateSegment(key).SegmentRequest(*segment).Execute()
	expect(err == nil && *made.Audience.Filter.AllConditions.All[0].Comparison.Value.String == "Ann", err, made)
}

func expect(condition bool, values ...any) {
	if !condition {
		fmt.Fprintln(os.Stderr, values...)
		os.Exit(1)
	}
}
