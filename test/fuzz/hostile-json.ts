import fc from 'fast-check';
import { changeAt, type JsonNode, RawJson, RawObject, toNode, writeJson } from './json-text';

const raw = (text: string) => new RawJson(text);

const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '$ref',
  '',
  ' ',
  '\u0000',
  'to\u0000',
  'TO',
  'x'.repeat(5_000),
  '😀',
  '__defineGetter__',
  'pk',
  'sk',
  'accountId',
  'length',
];

const STRINGS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\udfff\ud800',
  '\u202e',
  '\uffff',
  'a\u0301'.repeat(400),
  'x'.repeat(639),
  'x'.repeat(640),
  'x'.repeat(641),
  '😀'.repeat(640),
  'x'.repeat(100_000),
  '{{contact_first_name}}'.repeat(30),
  '{{'.repeat(300),
  '{{trackingLink "'.repeat(40),
  '{{dateOffset "99999999999999999999y"}}',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '${jndi:ldap://x}',
  '../../etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]/',
  'javascript:alert(1)',
  'https://' + 'a'.repeat(3_000) + '.com/',
  'https://user:pass@example.com/',
  'http://\u0000/',
  '+12125550123\n',
  '+1212555012',
  '+999999999999999',
  '+١٢١٢٥٥٥٠١٢٣',
  '12345',
  '1234',
  'MALE ',
  '2024-02-30',
  '0000-00-00',
  '9999999-01-01',
  'a@b',
  '"@"@example.com',
  'a'.repeat(300) + '@example.com',
  'ZZ',
  'us',
  'true',
  'null',
  'NaN',
  '(' + 'a'.repeat(99),
];

const RAW_VALUES = [
  '1e400',
  '-1e400',
  '1e-400',
  '9'.repeat(400),
  '-0',
  '0.1e1',
  '9007199254740993',
  '"\\ud800"',
  '"\\u0000"',
  '{"__proto__":{"to":"+12125550123"}}',
  '{"constructor":{"prototype":{"isFavorite":true}}}',
  '['.repeat(2_000) + ']'.repeat(2_000),
  '{"a":'.repeat(1_000) + '1' + '}'.repeat(1_000),
  '[' + '0,'.repeat(20_000) + '0]',
  '{}',
  '[]',
  'null',
  'true',
];

/** Texts that are not JSON, in place of a value. */
const BROKEN_VALUES = [
  'NaN',
  'Infinity',
  'undefined',
  '01',
  '+1',
  '.5',
  "'x'",
  '"\\x41"',
  '"a\nb"',
  ',',
  '',
  '"',
  '1 2',
];

export const hostileKey = fc.oneof(fc.constantFrom(...KEYS), fc.string({ unit: 'binary', maxLength: 30 }));

export const hostileNode: fc.Arbitrary<JsonNode> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<JsonNode>(...STRINGS) },
  { weight: 4, arbitrary: fc.constantFrom(...RAW_VALUES).map(raw) },
  { weight: 1, arbitrary: fc.constantFrom(...BROKEN_VALUES).map(raw) },
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3 }).map(toNode) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 700 }) },
  { weight: 2, arbitrary: fc.double().map((value) => raw(String(value))) },
  { weight: 1, arbitrary: fc.bigInt().map((value) => raw(String(value))) },
);

type Mutation = (node: JsonNode) => JsonNode;

const addEntry =
  (key: string, value: JsonNode): Mutation =>
  (node) =>
    node instanceof RawObject
      ? new RawObject([...node.entries, [key, value]])
      : new RawObject([[key, value]]);

const doubleEntry =
  (value: JsonNode): Mutation =>
  (node) => {
    if (!(node instanceof RawObject) || !node.entries[0]) return value;
    const [key] = node.entries[0];
    return new RawObject([...node.entries, [key, value]]);
  };

const dropEntry =
  (index: number): Mutation =>
  (node) => {
    if (node instanceof RawObject) {
      return new RawObject(node.entries.filter((_, position) => position !== index % node.entries.length));
    }
    return Array.isArray(node) ? node.slice(index % (node.length + 1)) : null;
  };

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  {
    weight: 6,
    arbitrary: hostileNode.map(
      (value): Mutation =>
        () =>
          value,
    ),
  },
  { weight: 2, arbitrary: fc.tuple(hostileKey, hostileNode).map(([key, value]) => addEntry(key, value)) },
  { weight: 1, arbitrary: hostileNode.map(doubleEntry) },
  { weight: 2, arbitrary: fc.nat(20).map(dropEntry) },
  { weight: 1, arbitrary: fc.constant<Mutation>((node) => [node]) },
  {
    weight: 1,
    arbitrary: fc.constant<Mutation>((node) => (Array.isArray(node) ? [...node, ...node] : node)),
  },
);

/** Spoils one to three places of a valid body. */
export function spoil(valid: unknown): fc.Arbitrary<string> {
  return fc
    .array(fc.tuple(fc.nat(1_000), mutation), { minLength: 1, maxLength: 3 })
    .map((changes) =>
      writeJson(
        changes.reduce<JsonNode>(
          (node, [position, change]) => changeAt(node, position, change),
          toNode(valid),
        ),
      ),
    );
}
