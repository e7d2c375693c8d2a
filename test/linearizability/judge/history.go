package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

// call is one line of a history: a call as its client saw it.
type call struct {
	Account string `json:"account"`
	Client  int    `json:"client"`
	Op      string `json:"op"`
	// Microseconds on a clock that never goes back. Without Return, the answer was lost.
	Call   int64  `json:"call"`
	Return *int64 `json:"return"`
	Input  input  `json:"input"`
	Output output `json:"output"`
}

type input struct {
	Key  string `json:"key"`
	To   string `json:"to"`
	Text string `json:"text"`
	// The provider refuses every text to this recipient.
	IsRefused bool   `json:"isRefused"`
	ID        string `json:"id"`
	// Credits of an account when it is opened, and those that an operator adds, or takes with a negative number.
	Sms int `json:"sms"`
	// The account pays from credit shards.
	HasCreditShards bool `json:"hasCreditShards"`
	// No other call of the account is under way, nor is one whose answer was lost.
	IsQuiet bool `json:"isQuiet"`
}

type output struct {
	Status     int    `json:"status"`
	Code       int    `json:"code"`
	IsReplayed bool   `json:"isReplayed"`
	ID         string `json:"id"`
	State      string `json:"state"`
	To         string `json:"to"`
	Text       string `json:"text"`
	Sms        int    `json:"sms"`
	IsRefused  bool   `json:"isRefused"`
}

// isLost says that the client does not know what became of a call. A 5xx promises nothing either.
func (c call) isLost() bool {
	return c.Return == nil || c.Output.Status >= 500
}

func readHistory(path string) ([]call, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var calls []call
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var one call
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", path, len(calls)+1, err)
		}
		calls = append(calls, one)
	}
	return calls, lines.Err()
}
