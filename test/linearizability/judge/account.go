package main

import (
	"fmt"

	"github.com/anishathalye/porcupine"
)

// price of a single SMS, however many segments it has. Source: docs/rules.md 8.4.
const price = 2

const maxKeys = 8

type phase uint8

const (
	free phase = iota
	// A send has claimed the key and has not ended.
	held
	consumed
)

// keyState is an idempotency key. Owner, message and text are those of the send that claimed it; the message is 0 while no
// answer has named it.
type keyState struct {
	phase                phase
	owner, message, text int16
}

// account is the state of an account: its credits, its keys, and sets of sends by their marks: those whose credits are still to
// be returned, and those without an answer whose beginning is decided.
type account struct {
	credits        int
	keys           [maxKeys]keyState
	unended, begun uint64
}

type kind int

const (
	// A send takes its price and claims its key. Its end is a step of its own between the same call and return: until then a
	// repeat waits for it, and afterwards the credits of a refused one are back.
	beginSend kind = iota
	endSend
	replay
	shortOfCredits
	keyInUse
	addCredits
	takeCredits
	takeTooMany
	readCredits
	enoughForDryRun
	shortForDryRun
)

// step is a call of an account, or its beginning or end, as the model takes it.
type step struct {
	kind kind
	// Key from 0 on; -1: none.
	key int
	// Numbers of the send, of the message that was answered, and of recipient and text, from 1 on.
	owner, message, text int16
	// The provider refused the message.
	isRefused bool
	// The client got no answer.
	isLost bool
	mark   uint64
	amount int
	// Recipient and text that were answered are not those of the request.
	isOther bool
}

// accountModel returns the model of an account. Without credits it is that of its keys alone.
func accountModel(credits int, hasCredits bool) porcupine.Model {
	rules := porcupine.NondeterministicModel{
		Init: func() []interface{} { return []interface{}{account{credits: credits}} },
		Step: func(state, input, _ interface{}) []interface{} {
			next, one := state.(account), input.(step)
			if !one.isLost {
				if next.take(one, hasCredits) {
					return []interface{}{next}
				}
				return nil
			}
			return next.takeLost(one, hasCredits)
		},
		Hash: func(state interface{}) uint64 {
			of := state.(account)
			hash := uint64(of.credits)*0x9E3779B97F4A7C15 ^ of.unended*31 ^ of.begun*17
			for _, key := range of.keys {
				hash = hash*1099511628211 ^ uint64(key.phase) ^ uint64(key.owner)<<8 ^ uint64(key.message)<<24
			}
			return hash
		},
		DescribeOperation: func(input, output interface{}) string {
			return fmt.Sprintf("%s: %s", nameOf(input.(step)), output)
		},
		DescribeState: func(state interface{}) string { return fmt.Sprintf("%+v", state) },
	}
	return rules.ToModel()
}

// takeLost returns what can have become of a send without an answer: it never began, or it did.
func (of account) takeLost(one step, hasCredits bool) []interface{} {
	if one.kind == endSend {
		if of.begun&one.mark == 0 {
			return nil
		}
		ended := of
		if !ended.end(one) {
			return []interface{}{of}
		}
		return []interface{}{ended}
	}
	of.begun |= one.mark
	happened := of
	if !happened.take(one, hasCredits) {
		return []interface{}{of}
	}
	return []interface{}{of, happened}
}

func (of *account) take(one step, hasCredits bool) bool {
	isEnough := !hasCredits || of.credits >= price
	isShort := !hasCredits || of.credits < price
	switch one.kind {
	case beginSend:
		return of.begin(one, isEnough)
	case endSend:
		return of.end(one)
	case replay:
		return of.replay(one)
	case shortOfCredits:
		// "A balance that is too low: 402/33023" (8.4). With credit shards: "when at one moment since its request came in, all
		// credits of the account together were too few for it" (shared/accounts/pay-credits.ts), which is the same.
		// A repeat of a send under way waits for it, and of one that succeeded has its answer (8.3), whatever the balance is. The
		// service reads key and credits one after the other, and nothing is promised of both at one moment: the model of the
		// account holds one of them, that of the key the other.
		if hasCredits {
			return isShort
		}
		return of.isFree(one.key)
	case keyInUse:
		// "The second waits a few seconds for the first one's answer, then 409/33104." (8.3)
		return of.keys[one.key].phase == held
	case addCredits:
		of.credits += one.amount
	case takeCredits:
		of.credits -= one.amount
		return of.credits >= 0
	case takeTooMany:
		// "or take them with a negative number; never below zero" (docs/operator-cli.md)
		return of.credits < one.amount
	case readCredits:
		return of.credits == one.amount
	case enoughForDryRun:
		return isEnough
	case shortForDryRun:
		return isShort
	}
	return true
}

func (of *account) isFree(key int) bool { return key < 0 || of.keys[key].phase == free }

func (of *account) begin(one step, isEnough bool) bool {
	if one.isOther || !isEnough || !of.isFree(one.key) {
		return false
	}
	of.credits -= price
	if one.key >= 0 {
		of.keys[one.key] = keyState{held, one.owner, one.message, one.text}
	} else if one.isRefused {
		of.unended |= one.mark
	}
	return true
}

// end settles a send. "A send consumes its key when it succeeds. A failed send leaves the key free" (8.3), and "a refused message
// returns its credits" (8.4).
func (of *account) end(one step) bool {
	if one.key < 0 {
		if of.unended&one.mark == 0 {
			return false
		}
		of.unended &^= one.mark
		of.credits += price
		return true
	}
	key := &of.keys[one.key]
	if key.phase != held || key.owner != one.owner {
		return false
	}
	if one.isRefused {
		*key = keyState{}
		of.credits += price
	} else {
		key.phase = consumed
	}
	return true
}

// replay answers a send with the first answer of its key, "whatever the new request says" (8.3). A repeat that waits for a send
// gets its answer also when that failed, and the key is free from then on.
func (of *account) replay(one step) bool {
	key := &of.keys[one.key]
	expected := consumed
	if one.isRefused {
		expected = held
	}
	if key.phase != expected || key.text != one.text {
		return false
	}
	if key.message == 0 {
		key.message = one.message
	}
	return key.message == one.message
}

func nameOf(one step) string {
	return [...]string{
		"send begins", "send ends", "replay", "402", "409", "credits added", "credits taken", "too few to take",
		"balance", "dry run", "dry run 402",
	}[one.kind]
}
