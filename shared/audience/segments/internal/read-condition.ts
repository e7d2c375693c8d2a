import type { Account } from '../../../accounts/account';
import type { InvalidField } from '../../../errors/error-details';
import { invalidRequest } from '../../../errors/service-error';
import { MAX_CONDITION_DEPTH, MAX_CONDITION_LEAVES } from '../../../limits';
import type { CustomFieldSchema } from '../../custom-fields/custom-field-schema';
import { type Condition, foldText, type Leaf, type Test } from '../condition';
import type { AudienceField } from './audience-field';
import { findAudienceField } from './fields';
import { refuseIds } from './membership-fields';
import { readTest } from './read-test';

/** Account whose settings decide which fields are kept up to date. */
export type ConditionAccount = Pick<Account, 'trackLastTexted'>;

interface Reading {
  account: ConditionAccount;
  schema: CustomFieldSchema;
  errors: InvalidField[];
  leaves: number;
}

/** Placeholder for a condition that was refused; it is never applied. */
const REFUSED: Condition = { all: [] };

/**
 * Checks a condition of a request against the fields that the account has.
 *
 * @param options.pointer JSON pointer of the condition in the request
 * @throws ServiceError InvalidRequest with a pointer for each mistake
 *
 * **Source:** rules E3.
 */
export function readCondition(
  input: unknown,
  options: { account: ConditionAccount; schema: CustomFieldSchema; pointer: string },
): Condition {
  const { account, schema, pointer } = options;
  const reading: Reading = { account, schema, errors: [], leaves: 0 };
  const condition = read(input, { pointer, depth: 0, reading });
  if (reading.leaves > MAX_CONDITION_LEAVES) {
    reading.errors.push({ pointer, reason: `must have at most ${MAX_CONDITION_LEAVES} comparisons` });
  }
  if (reading.errors.length > 0) throw invalidRequest(...reading.errors);
  return condition;
}

/** Without the setting a person who was texted yesterday would count as never texted. */
const NOT_TRACKED =
  'is not recorded for this account: an operator turns it on with account set --track-last-texted on';

interface Place {
  pointer: string;
  /** Number of `all`, `any` and `not` around the condition. */
  depth: number;
  reading: Reading;
}

function read(input: unknown, place: Place): Condition {
  const { pointer, depth, reading } = place;
  const refuse = (at: string, reason: string): Condition => {
    reading.errors.push({ pointer: at, reason });
    return REFUSED;
  };
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return refuse(pointer, 'must be an object');
  }
  const properties = input as Record<string, unknown>;
  const connective = (['all', 'any', 'not'] as const).find((name) => Object.hasOwn(properties, name));
  const known = connective ? [connective] : ['field', 'op', 'value'];
  const unknown = Object.keys(properties).filter((name) => !known.includes(name));
  for (const name of unknown) refuse(`${pointer}/${escapeToken(name)}`, 'unknown property: remove it');
  if (connective === undefined) return readLeaf(properties, place);

  if (depth >= MAX_CONDITION_DEPTH) {
    return refuse(pointer, `all, any and not may be at most ${MAX_CONDITION_DEPTH} deep`);
  }
  const at = `${pointer}/${connective}`;
  const within = { depth: depth + 1, reading };
  if (connective === 'not') return { not: read(properties.not, { ...within, pointer: at }) };
  const parts = properties[connective];
  if (!Array.isArray(parts)) return refuse(at, 'must be an array');
  if (parts.length === 0) return refuse(at, 'must have at least 1 item');
  const conditions = parts.map((part: unknown, index) =>
    read(part, { ...within, pointer: `${at}/${index}` }),
  );
  return connective === 'all' ? { all: conditions } : { any: conditions };
}

function readLeaf(properties: Record<string, unknown>, { pointer, reading }: Place): Condition {
  reading.leaves++;
  const missing = ['field', 'op', 'value'].filter((name) => !Object.hasOwn(properties, name));
  for (const name of missing) reading.errors.push({ pointer: `${pointer}/${name}`, reason: 'required' });
  if (missing.length > 0) return REFUSED;
  const { field: name, op, value } = properties;
  const refuse = (at: string, reason: string): Condition => {
    reading.errors.push({ pointer: `${pointer}/${at}`, reason });
    return REFUSED;
  };
  if (typeof name !== 'string') return refuse('field', 'must be a string');
  const field = findAudienceField(name, reading.schema);
  if (!field) return refuse('field', 'there is no such field');
  if (name === 'lastTextedAt' && !reading.account.trackLastTexted) return refuse('field', NOT_TRACKED);
  const test = readTest(field.kind, { op, value });
  if (!('test' in test)) return refuse(test.at, test.reason);
  const wrongIds = field.idPrefix && 'options' in test.test && refuseIds(test.test.options, field.idPrefix);
  if (wrongIds) return refuse('value', wrongIds);
  return { name, field, test: canonicalTest(field, test.test) } satisfies Leaf;
}

/** Returns the test with its texts in the canonical form of the field. */
function canonicalTest({ canonical }: AudienceField, test: Test): Test {
  if (!canonical) return test;
  const toCanonical = (text: string) => foldText(canonical(text));
  if (test.op === 'in' && 'texts' in test) return { ...test, texts: test.texts.map(toCanonical) };
  const isWhole = test.op === 'equals' || test.op === 'notEquals';
  return isWhole && 'text' in test ? { ...test, text: toCanonical(test.text) } : test;
}

/** Escapes a token of a JSON pointer. **Source:** RFC 6901. */
const escapeToken = (token: string) => token.replaceAll('~', '~0').replaceAll('/', '~1');
