import Button from '@cloudscape-design/components/button';
import LiveRegion from '@cloudscape-design/components/live-region';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useMemo, useRef, useState } from 'react';
import { MAX_CONDITION_LEAVES } from '../../../shared/limits';
import { useCustomFields, useGroups, useSettings } from '../api/account-lists';
import type { Condition } from '../api/schemas';
import { type FilterField, filterFieldsOf, usableFields } from './filter-fields';
import { JointField } from './joint-field';
import { RuleCount } from './rule-count';
import { RuleLine } from './rule-line';
import { conditionOf, countRules, newGroup, newRule, rulesOf, type RuleGroup, type Rules } from './rules';
import { useRuleFocus } from './use-rule-focus';
import './rules.css';

interface Props {
  condition: Condition | undefined;
  onChange: (condition: Condition | undefined) => void;
  /** Words behind the number of each rule in its name, such as `of step 2`, where a form has several editors. */
  of?: string;
}

/** Editor of a condition as a list of sentences, with the number of contacts beside each. */
export function RulesEditor(props: Props) {
  const { data: customFields, isPending: isPendingFields } = useCustomFields();
  const { data: groups, isPending: isPendingGroups } = useGroups();
  const { data: settings, isPending: isPendingSettings } = useSettings();
  const trackLastTexted = settings?.trackLastTexted ?? false;
  const fields = useMemo(
    () => usableFields(filterFieldsOf(customFields ?? [], groups), { trackLastTexted }),
    [customFields, groups, trackLastTexted],
  );
  // The kind of a field decides how its rule is shown. An empty editor waits too: it would lose the focus with its first rule.
  if (isPendingFields || isPendingGroups || isPendingSettings) {
    return <StatusIndicator type="loading">Loading the fields</StatusIndicator>;
  }
  return <EditorOf {...props} fields={fields} />;
}

function EditorOf({ condition, fields, onChange, of }: Props & { fields: readonly FilterField[] }) {
  const [rules, setRules] = useState(() => rulesOf(condition, fields));
  const [said, setSaid] = useState('');
  const editor = useRef<HTMLDivElement>(null);
  const focus = useRuleFocus(editor);
  const isFull = countRules(rules) >= MAX_CONDITION_LEAVES;
  const { joint, entries } = rules;

  const change = (next: Rules) => {
    setRules(next);
    onChange(conditionOf(next, fields));
  };
  const setEntries = (next: Rules['entries']) => change({ joint, entries: next });
  const add = (entry: Rules['entries'][number], what: string) => {
    setEntries([...entries, entry]);
    setSaid(`${what} ${entries.length + 1} is added.`);
    focus('lines' in entry ? entry.lines[0]?.key : entry.key);
  };
  const remove = (index: number, what: string) => {
    const rest = entries.filter((_, other) => other !== index);
    setEntries(rest);
    setSaid(`${what} ${index + 1} is removed.`);
    const next = rest[index] ?? rest.at(-1);
    focus(next && ('lines' in next ? next.lines[0]?.key : next.key));
  };
  const replace = (index: number, entry: Rules['entries'][number]) =>
    setEntries(entries.map((one, other) => (other === index ? entry : one)));

  return (
    <div className="rules" ref={editor}>
      <SpaceBetween size="s">
        {entries.length > 1 && (
          <JointField
            label="Contacts must meet"
            joint={joint}
            onChange={(next) => change({ joint: next, entries })}
          />
        )}
        {entries.length > 0 && (
          <ol className="rule-list" aria-label="Rules">
            {entries.map((entry, index) => (
              <li key={entry.key}>
                {index > 0 && <Conjunction joint={joint} />}
                {'lines' in entry ? (
                  <Group
                    {...{ fields, isFull, setSaid, focus }}
                    group={entry}
                    number={String(index + 1)}
                    {...{ of }}
                    onChange={(next) => replace(index, next)}
                    onRemove={() => remove(index, 'Group')}
                  />
                ) : (
                  <RuleLine
                    line={entry}
                    fields={fields}
                    number={nameOf(String(index + 1), of)}
                    onChange={(next) => replace(index, next)}
                    onRemove={() => remove(index, 'Rule')}
                  />
                )}
              </li>
            ))}
          </ol>
        )}
        <div className="rules-add">
          <SpaceBetween direction="horizontal" size="xs">
            <Button iconName="add-plus" disabled={isFull} onClick={() => add(newRule(), 'Rule')}>
              Add a rule
            </Button>
            <Button iconName="add-plus" disabled={isFull} onClick={() => add(newGroup(), 'Group')}>
              Add a group of rules
            </Button>
          </SpaceBetween>
        </div>
        {isFull && (
          <StatusIndicator type="info">A filter has at most {MAX_CONDITION_LEAVES} rules.</StatusIndicator>
        )}
        {condition !== undefined && entries.length > 1 && (
          <RuleCount condition={condition} fields={fields} isTotal />
        )}
        <LiveRegion hidden>{said}</LiveRegion>
      </SpaceBetween>
    </div>
  );
}

const nameOf = (number: string, of: string | undefined) => (of === undefined ? number : `${number} ${of}`);

const Conjunction = ({ joint }: { joint: Rules['joint'] }) => (
  <div className="rule-joint">{joint === 'all' ? 'and' : 'or'}</div>
);

interface GroupProps {
  group: RuleGroup;
  fields: readonly FilterField[];
  number: string;
  of: string | undefined;
  isFull: boolean;
  onChange: (group: RuleGroup) => void;
  onRemove: () => void;
  setSaid: (said: string) => void;
  focus: (key: string | undefined) => void;
}

/** Group of rules of which all or any must hold. It goes with its last rule. */
function Group({ group, fields, number, of, isFull, onChange, onRemove, setSaid, focus }: GroupProps) {
  const { joint, lines } = group;
  const remove = (index: number) => {
    const rest = lines.filter((_, other) => other !== index);
    if (rest.length === 0) return onRemove();
    onChange({ ...group, lines: rest });
    setSaid(`Rule ${number}.${index + 1} is removed.`);
    focus((rest[index] ?? rest.at(-1))?.key);
  };
  return (
    <div className="rule-group" role="group" aria-label={`Group ${nameOf(number, of)}`}>
      <JointField
        label={`Group ${number} holds for contacts that meet`}
        joint={joint}
        onChange={(next) => onChange({ ...group, joint: next })}
      />
      <ol className="rule-list" aria-label={`Rules of group ${number}`}>
        {lines.map((line, index) => (
          <li key={line.key}>
            {index > 0 && <Conjunction joint={joint} />}
            <RuleLine
              line={line}
              fields={fields}
              number={nameOf(`${number}.${index + 1}`, of)}
              onChange={(next) =>
                onChange({ ...group, lines: lines.map((one) => (one === line ? next : one)) })
              }
              onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      <SpaceBetween direction="horizontal" size="xs">
        <Button
          iconName="add-plus"
          disabled={isFull}
          onClick={() => {
            const rule = newRule();
            onChange({ ...group, lines: [...lines, rule] });
            setSaid(`Rule ${number}.${lines.length + 1} is added.`);
            focus(rule.key);
          }}
        >
          Add a rule to group {number}
        </Button>
        <Button onClick={onRemove}>Remove group {number}</Button>
      </SpaceBetween>
    </div>
  );
}
