import type { Condition } from '../api/schemas';
import type { FilterField } from './filter-fields';
import { findVerb, valueOf, valuesOf, verbsOf, type Form } from './rule-verbs';

/** Rule that is shown as a sentence: a field, a verb and the values as they are typed. */
export interface Rule {
  /** Tells rules apart that are added and removed. */
  key: string;
  /** Name of the field; empty until one is chosen. */
  field: string;
  /** Id of the verb. */
  verb: string;
  values: string[];
}

/** Condition that no sentence can express, such as one that is nested deeper. It is kept unchanged. */
export interface KeptRule {
  key: string;
  kept: Condition;
}

/** Connective of rules: each must hold, or one of them. */
export type Joint = 'all' | 'any';
export type Line = Rule | KeptRule;

/** Group of rules within others. */
export interface RuleGroup {
  key: string;
  joint: Joint;
  lines: Line[];
}

/** Condition in the form of the editor's lines. */
export interface Rules {
  joint: Joint;
  entries: (Line | RuleGroup)[];
}

let made = 0;
const newKey = (): string => `rule-${++made}`;

export const newRule = (): Rule => ({ key: newKey(), field: '', verb: '', values: [] });
export const newGroup = (): RuleGroup => ({ key: newKey(), joint: 'any', lines: [newRule()] });

/** Returns the field of a rule and its verb; `undefined` until they are chosen. */
export function partsOf({ field, verb }: Rule, fields: readonly FilterField[]) {
  const known = fields.find((one) => one.field === field);
  return { field: known, verb: known && verbsOf(known).find(({ id }) => id === verb) };
}

/** Converts the editor's lines to a condition of the API, in which an unfinished rule has no value; `undefined` for no line. */
export function conditionOf(
  { joint, entries }: Rules,
  fields: readonly FilterField[],
): Condition | undefined {
  const conditions = entries.map((entry) =>
    'lines' in entry
      ? join(
          entry.joint,
          entry.lines.map((line) => conditionOfLine(line, fields)),
        )
      : conditionOfLine(entry, fields),
  );
  const [only, ...others] = conditions;
  // A single group stays a group: its rules are not those of the first level.
  const isSingle = others.length === 0 && entries.every((entry) => !('lines' in entry));
  return only === undefined || isSingle ? only : join(joint, conditions);
}

const join = (joint: Joint, conditions: Condition[]): Condition =>
  joint === 'all' ? { all: conditions } : { any: conditions };

/** Converts a line to a condition. That of an unfinished rule has the value `null`, which the service refuses. */
export function conditionOfLine(line: Line, fields: readonly FilterField[]): Condition {
  if ('kept' in line) return line.kept;
  const { verb } = partsOf(line, fields);
  const value = verb && valueOf(verb, line.values);
  const { op, isNot }: Form =
    verb === undefined ? { op: '' } : ((line.values.length > 1 ? verb.several : undefined) ?? verb.form);
  const comparison = { field: line.field, op, value: value ?? null } as Condition;
  return isNot ? { not: comparison } : comparison;
}

/** Returns true for a condition with a rule that lacks its value. Conditions of the service have none. */
export function isUnfinished(condition: Condition): boolean {
  if ('all' in condition) return condition.all.some(isUnfinished);
  if ('any' in condition) return condition.any.some(isUnfinished);
  if ('not' in condition) return isUnfinished(condition.not);
  return (condition.value as unknown) === null;
}

/** Converts a condition to the editor's lines. What no sentence can express becomes a kept line. */
export function rulesOf(condition: Condition | undefined, fields: readonly FilterField[]): Rules {
  if (condition === undefined) return { joint: 'all', entries: [] };
  const root = partsIn(condition) ?? { joint: 'all', parts: [condition] };
  return {
    joint: root.joint,
    entries: root.parts.map((part) => {
      const group = partsIn(part);
      return group === undefined
        ? lineOf(part, fields)
        : { key: newKey(), joint: group.joint, lines: group.parts.map((one) => lineOf(one, fields)) };
    }),
  };
}

function partsIn(condition: Condition): { joint: Joint; parts: Condition[] } | undefined {
  if ('all' in condition) return { joint: 'all', parts: condition.all };
  return 'any' in condition ? { joint: 'any', parts: condition.any } : undefined;
}

function lineOf(condition: Condition, fields: readonly FilterField[]): Line {
  return ruleOf(condition, fields) ?? { key: newKey(), kept: condition };
}

/** @returns `undefined` for a condition that would get another meaning from an edit */
function ruleOf(condition: Condition, fields: readonly FilterField[]): Rule | undefined {
  const isNot = 'not' in condition;
  const comparison = isNot ? condition.not : condition;
  if (!('field' in comparison)) return undefined;
  const { field, op, value } = comparison;
  // Before its field is chosen.
  if (field === '') return newRule();
  const known = fields.find((one) => one.field === field);
  const verb = known && findVerb(known, { op, isNot, value });
  if (verb === undefined) return undefined;
  const rule: Rule = { key: newKey(), field, verb: verb.id, values: valuesOf(verb, value) };
  return meaningOf(conditionOfLine(rule, fields)) === meaningOf(condition) ? rule : undefined;
}

/** Returns the same text for comparisons with the same meaning: one text in a list is as good as the text. */
function meaningOf(condition: Condition): string {
  const isNot = 'not' in condition;
  const comparison = isNot ? condition.not : condition;
  if (!('field' in comparison)) return '';
  const { field, op, value } = comparison;
  if (op === 'in' && Array.isArray(value) && value.length === 1) {
    return JSON.stringify([field, isNot ? 'notEquals' : 'equals', value[0], false]);
  }
  return JSON.stringify([field, op, value, isNot]);
}

/** Counts the comparisons of the editor's lines, of which the service takes a limited number. */
export function countRules({ entries }: Rules): number {
  const lines = entries.flatMap((entry) => ('lines' in entry ? entry.lines : [entry]));
  return lines.reduce((sum, line) => sum + ('kept' in line ? countLeaves(line.kept) : 1), 0);
}

function countLeaves(condition: Condition): number {
  if ('not' in condition) return countLeaves(condition.not);
  const parts = partsIn(condition)?.parts;
  return parts === undefined ? 1 : parts.reduce((sum, part) => sum + countLeaves(part), 0);
}
