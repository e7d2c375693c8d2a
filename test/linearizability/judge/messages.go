package main

import (
	"fmt"
	"sort"

	"github.com/anishathalye/porcupine"
)

// seen is a message as an answer or a look-up shows it; the empty one is a message that is not found.
type seen struct{ state, to, text string }

type look struct {
	isAnswer bool
	seen     seen
}

// messageModel returns the model of one message: from the first answer that names it on, every look-up finds it, with the same
// recipient and text. It stays as it is, but that a queued one goes out. Source: docs/rules.md 2.1, 3.1 and 5.4.
func messageModel() porcupine.Model {
	return porcupine.Model{
		Init: func() interface{} { return seen{} },
		Step: func(state, input, _ interface{}) (bool, interface{}) {
			was, one := state.(seen), input.(look)
			if one.seen == was {
				return true, was
			}
			isFirst := one.isAnswer && was == seen{}
			queued := seen{"queued", one.seen.to, one.seen.text}
			hasEnded := was == queued && !one.isAnswer && one.seen.state != ""
			// A replay is the first answer, whatever the message has become.
			isRepeated := one.isAnswer && one.seen == seen{"queued", was.to, was.text}
			if isRepeated {
				return true, was
			}
			return isFirst || hasEnded, one.seen
		},
		DescribeOperation: func(input, output interface{}) string { return fmt.Sprintf("%v %v", output, input) },
	}
}

// messagePartitions returns a partition for each message that an answer named.
func messagePartitions(calls []call) ([]partition, error) {
	steps := map[string][]porcupine.Operation{}
	for _, one := range calls {
		isAnswer := one.Op == "send" && one.Output.Status == 201
		if one.isLost() || (!isAnswer && one.Op != "lookUp") {
			continue
		}
		shown := seen{one.Output.State, one.Output.To, one.Output.Text}
		id := one.Output.ID
		if one.Op == "lookUp" {
			id = one.Input.ID
			if one.Output.Status == 404 {
				shown = seen{}
			} else if one.Output.Status != 200 || one.Output.ID != id {
				return nil, fmt.Errorf("the look-up of %s is answered with %d, %s", id, one.Output.Status, one.Output.ID)
			}
		}
		steps[id] = append(steps[id], porcupine.Operation{
			ClientId: one.Client, Input: look{isAnswer, shown}, Output: one.Op, Call: one.Call, Return: *one.Return,
		})
	}
	var partitions []partition
	for id, of := range steps {
		partitions = append(partitions, partition{"message", id, messageModel(), of})
	}
	sort.Slice(partitions, func(i, j int) bool { return partitions[i].name < partitions[j].name })
	return partitions, nil
}
