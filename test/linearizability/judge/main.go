// Command judge decides by porcupine whether histories of calls are linearizable: whether each account behaves as if its calls
// had happened one after another, each at one moment between its call and its return.
//
//	judge [-timeout 20s] [-show FOLDER] HISTORY...
//
// It prints one line of JSON for each history. Verdicts are those of porcupine: Ok, Illegal, or Unknown after the timeout.
// A history with an answer that no model knows is Illegal too. With -show it draws each Illegal partition.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"time"

	"github.com/anishathalye/porcupine"
)

type verdict struct {
	File    string                `json:"file"`
	Verdict porcupine.CheckResult `json:"verdict"`
	// Partitions and steps that were judged, by model.
	Partitions   map[string]int `json:"partitions"`
	Steps        map[string]int `json:"steps"`
	Problems     []string       `json:"problems"`
	Milliseconds int64          `json:"milliseconds"`
}

func main() {
	timeout := flag.Duration("timeout", 20*time.Second, "time for one partition")
	show := flag.String("show", "", "folder for drawings of what is not linearizable")
	flag.Parse()
	out := json.NewEncoder(os.Stdout)
	for _, file := range flag.Args() {
		calls, err := readHistory(file)
		if err == nil {
			err = out.Encode(judge(file, calls, *timeout, *show))
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	}
}

func judge(file string, calls []call, timeout time.Duration, show string) verdict {
	start := time.Now()
	result := verdict{File: file, Verdict: porcupine.Ok, Partitions: map[string]int{}, Steps: map[string]int{}, Problems: []string{}}
	partitions, problems := partitionsOf(calls)
	for _, problem := range problems {
		result.Verdict = porcupine.Illegal
		result.Problems = append(result.Problems, problem.Error())
	}
	for _, one := range partitions {
		found, info := porcupine.CheckOperationsVerbose(one.rules, one.steps, timeout)
		result.Partitions[one.model]++
		result.Steps[one.model] += len(one.steps)
		if found == porcupine.Ok {
			continue
		}
		if result.Verdict != porcupine.Illegal {
			result.Verdict = found
		}
		result.Problems = append(result.Problems, describe(one, found, info))
		if show != "" && found == porcupine.Illegal {
			name := regexp.MustCompile(`\W+`).ReplaceAllString(one.model+" "+one.name, "-") + ".html"
			if err := porcupine.VisualizePath(one.rules, info, filepath.Join(show, name)); err != nil {
				result.Problems = append(result.Problems, err.Error())
			}
		}
	}
	result.Milliseconds = time.Since(start).Milliseconds()
	return result
}

// partitionsOf returns what is judged apart: each account's credits, each key, each message.
func partitionsOf(calls []call) ([]partition, []error) {
	byAccount := map[string][]call{}
	for _, one := range calls {
		byAccount[one.Account] = append(byAccount[one.Account], one)
	}
	names := make([]string, 0, len(byAccount))
	for name := range byAccount {
		names = append(names, name)
	}
	sort.Strings(names)
	partitions, err := messagePartitions(calls)
	var problems []error
	if err != nil {
		problems = append(problems, err)
	}
	for _, name := range names {
		of, err := accountPartitions(name, byAccount[name])
		if err != nil {
			problems = append(problems, err)
		}
		partitions = append(partitions, of...)
	}
	return partitions, problems
}

// describe names the first step that no order explains: the one that returned first of those outside the longest order.
func describe(of partition, found porcupine.CheckResult, info porcupine.LinearizationInfo) string {
	explained := map[int]bool{}
	for _, order := range info.PartialLinearizations()[0] {
		if len(order) > len(explained) {
			explained = map[int]bool{}
			for _, index := range order {
				explained[index] = true
			}
		}
	}
	first := -1
	for index, one := range of.steps {
		if !explained[index] && (first < 0 || one.Return < of.steps[first].Return) {
			first = index
		}
	}
	if first < 0 {
		return fmt.Sprintf("%s of %s: %s", of.model, of.name, found)
	}
	one := of.steps[first]
	return fmt.Sprintf("%s of %s: %s, %d of %d steps in an order; not after them: %s, at %d to %d", of.model, of.name, found,
		len(explained), len(of.steps), of.rules.DescribeOperation(one.Input, one.Output), one.Call, one.Return)
}
