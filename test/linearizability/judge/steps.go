package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/anishathalye/porcupine"
)

// partition is a part of a history that is judged by itself.
type partition struct {
	model string
	name  string
	rules porcupine.Model
	steps []porcupine.Operation
}

// numbers gives texts numbers from 1 on, in the order in which it meets them.
type numbers map[string]int16

func (of numbers) of(text string) int16 {
	if _, isKnown := of[text]; !isKnown {
		of[text] = int16(len(of) + 1)
	}
	return of[text]
}

// translation turns the calls of one account into steps.
type translation struct {
	hasCreditShards bool
	keys            numbers
	messages        numbers
	texts           numbers
	marks           int
	// Moments at which no call was under way, in their order.
	quiet []int64
	steps []porcupine.Operation
}

// accountPartitions returns the partitions of the calls of one account: its credits, and each of its keys.
func accountPartitions(name string, calls []call) ([]partition, error) {
	first := calls[0]
	if first.Op != "open" {
		return nil, fmt.Errorf("the history of %s begins with %s", name, first.Op)
	}
	of := translation{
		hasCreditShards: first.Input.HasCreditShards,
		keys:            numbers{}, messages: numbers{}, texts: numbers{},
	}
	for _, one := range calls {
		if one.Op == "balance" && one.Input.IsQuiet {
			of.quiet = append(of.quiet, one.Call)
		}
	}
	for index, one := range calls[1:] {
		if err := of.add(one, int16(index+1)); err != nil {
			return nil, fmt.Errorf("%s, call %d: %w", name, index+1, err)
		}
	}
	if len(of.keys) > maxKeys || of.marks > 64 {
		return nil, fmt.Errorf("%s has %d keys and %d sends without answer, too many", name, len(of.keys), of.marks)
	}
	partitions := []partition{{"credits", name, accountModel(first.Input.Sms, true), of.steps}}
	for key, number := range of.keys {
		var steps []porcupine.Operation
		for _, operation := range of.steps {
			if operation.Input.(step).key == int(number)-1 {
				steps = append(steps, operation)
			}
		}
		partitions = append(partitions, partition{"key", name + " " + key, accountModel(0, false), steps})
	}
	return partitions, nil
}

func (of *translation) add(one call, owner int16) error {
	key := -1
	if one.Input.Key != "" {
		key = int(of.keys.of(one.Input.Key)) - 1
	}
	// Reads of a busy account add up the balance and 64 credit shards, between which sends move credits
	// (docs/decisions/busy-accounts-pay-from-credit-shards.md): such a sum is promised only while nothing is under way.
	isExact := !of.hasCreditShards || one.Input.IsQuiet
	switch one.Op {
	case "send":
		return of.addSend(one, step{key: key, owner: owner})
	case "dryRun":
		if one.isLost() || !isExact {
			return nil
		}
		if one.Output.Status == 200 {
			of.put(one, step{kind: enoughForDryRun, key: -1})
			return nil
		}
		of.put(one, step{kind: shortForDryRun, key: -1})
		return expect(one, 402, 33023)
	case "credits":
		amount, kind := one.Input.Sms, addCredits
		if amount < 0 {
			amount, kind = -amount, takeCredits
		}
		if one.Output.IsRefused {
			// Taking first gathers what the credit shards hold, but "a credit shard that sends keep charging is left as it is"
			// (shared/accounts/gather-credit-shards.ts), so a busy account can seem to have too few.
			if of.hasCreditShards {
				return nil
			}
			kind = takeTooMany
		}
		of.put(one, step{kind: kind, key: -1, amount: amount})
	case "balance":
		if isExact {
			of.put(one, step{kind: readCredits, key: -1, amount: one.Output.Sms})
		}
	case "lookUp":
	default:
		return fmt.Errorf("there is no call %q", one.Op)
	}
	return nil
}

func (of *translation) addSend(one call, begin step) error {
	asked := one.Input.To + " " + one.Input.Text
	begin.text = of.texts.of(asked)
	if one.isLost() {
		begin.isLost, begin.isRefused, begin.mark = true, one.Input.IsRefused, of.nextMark()
		of.putSend(one, begin)
		return nil
	}
	switch {
	case one.Output.Status == 402:
		begin.kind = shortOfCredits
		of.put(one, begin)
		return expect(one, 402, 33023)
	case one.Output.Status == 409 && begin.key >= 0:
		begin.kind = keyInUse
		of.put(one, begin)
		return expect(one, 409, 33104)
	case one.Output.Status != 201:
		return fmt.Errorf("a send is answered with %d/%d", one.Output.Status, one.Output.Code)
	}
	answered := one.Output.To + " " + one.Output.Text
	begin.message = of.messages.of(one.Output.ID)
	begin.isRefused = one.Output.State == "failed"
	if one.Output.IsReplayed {
		begin.kind, begin.text = replay, of.texts.of(answered)
		of.put(one, begin)
		if begin.key < 0 {
			return fmt.Errorf("a send without a key is answered with a replay")
		}
		return nil
	}
	begin.isOther = answered != asked
	if begin.isRefused && begin.key < 0 {
		begin.mark = of.nextMark()
	}
	of.putSend(one, begin)
	return nil
}

// putSend adds the beginning of a send, and its end where others can see it.
func (of *translation) putSend(one call, begin step) {
	begin.kind = beginSend
	of.put(one, begin)
	if begin.key < 0 && !begin.isRefused {
		return
	}
	begin.kind = endSend
	of.put(one, begin)
}

func (of *translation) nextMark() uint64 {
	of.marks++
	return 1 << (of.marks - 1)
}

func (of *translation) put(one call, taken step) {
	described := fmt.Sprintf("%s %s %d %s", one.Op, one.Input.Key, one.Output.Status, one.Output.ID)
	of.steps = append(of.steps, porcupine.Operation{
		ClientId: one.Client, Input: taken, Output: strings.TrimSpace(described), Call: one.Call, Return: of.until(one),
	})
}

// until returns the latest time at which a call had ended. A lost call ends at the next moment at which no call was under way.
func (of *translation) until(one call) int64 {
	if !one.isLost() {
		return *one.Return
	}
	for _, at := range of.quiet {
		if at > one.Call {
			return at
		}
	}
	return math.MaxInt64
}

func expect(one call, status, code int) error {
	if one.Output.Status == status && one.Output.Code == code {
		return nil
	}
	return fmt.Errorf("%s is answered with %d/%d", one.Op, one.Output.Status, one.Output.Code)
}
