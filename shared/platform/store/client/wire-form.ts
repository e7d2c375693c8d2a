import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

type Attributes = Parameters<typeof unmarshall>[0];
type Fields = Record<string, unknown>;

/** Fields of a request with plain values; an item's own attributes are never searched for these names. */
const PLAIN = new Set(['Key', 'Item', 'ExpressionAttributeValues', 'ExclusiveStartKey']);

/** Options of both clients of a table. A map that has an attribute `constructor` looks like an instance of a class. */
export const MARSHALL_OPTIONS = Object.freeze({
  removeUndefinedValues: true,
  convertClassInstanceToMap: true,
});

/** Writes a request of the document client as JSON. */
export function toWireText(input: object): string {
  const request = toWire(input);
  const text = JSON.stringify(request);
  // Few requests have binary attributes; only those are searched for them.
  return text.includes('"B":{') ? JSON.stringify(withBinaryAs(toBase64, request)) : text;
}

/** Matches a binary attribute in an answer. DynamoDB writes no spaces into its JSON; an emulator may. */
const BINARY_IN_ANSWER = /"B"\s*:\s*"/;

/** Parses the JSON of an answer; binary attributes become bytes. */
export function fromWireText(text: string): Fields {
  const answer = text === '' ? {} : (JSON.parse(text) as Fields);
  return BINARY_IN_ANSWER.test(text) ? (withBinaryAs(fromBase64, answer) as Fields) : answer;
}

/** Replaces the items and keys of an answer with plain values. */
export function withPlainItems(answer: Fields): Fields {
  const plain = { ...answer };
  for (const name of ['Item', 'Attributes', 'LastEvaluatedKey']) {
    if (answer[name] !== undefined) plain[name] = unmarshall(answer[name] as Attributes);
  }
  if (answer.Items !== undefined) plain.Items = itemsOf(answer.Items);
  if (answer.Responses !== undefined) {
    plain.Responses = mapFields(answer.Responses as Fields, itemsOf);
  }
  if (answer.UnprocessedKeys !== undefined) {
    plain.UnprocessedKeys = mapFields(answer.UnprocessedKeys as Fields, (left) => ({
      ...(left as Fields),
      Keys: itemsOf((left as Fields).Keys ?? []),
    }));
  }
  if (answer.UnprocessedItems !== undefined) {
    plain.UnprocessedItems = mapFields(answer.UnprocessedItems as Fields, (left) =>
      (left as Array<Record<'PutRequest' | 'DeleteRequest', Fields | undefined>>).map(plainWrite),
    );
  }
  return plain;
}

function plainWrite({ PutRequest: put, DeleteRequest: remove }: Record<string, Fields | undefined>): object {
  return put
    ? { PutRequest: { Item: unmarshall(put.Item as Attributes) } }
    : { DeleteRequest: { Key: unmarshall(remove?.Key as Attributes) } };
}

const itemsOf = (list: unknown) => (list as Attributes[]).map((item) => unmarshall(item));

function mapFields(fields: Fields, change: (value: unknown) => unknown): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value)]));
}

function toWire(value: unknown, name?: string): unknown {
  if (name !== undefined && PLAIN.has(name)) {
    return value && marshall(value, MARSHALL_OPTIONS);
  }
  if (name === 'Keys') return (value as object[]).map((key) => marshall(key));
  if (Array.isArray(value)) return value.map((element) => toWire(element));
  if (typeof value !== 'object' || value === null) return value;
  const fields: Fields = {};
  for (const [key, inner] of Object.entries(value)) fields[key] = toWire(inner, key);
  return fields;
}

const toBase64 = (bytes: unknown) => Buffer.from(bytes as Uint8Array).toString('base64');
const fromBase64 = (text: unknown) => new Uint8Array(Buffer.from(text as string, 'base64'));

/** Converts binary attributes in place, which are Base64 on the wire because JSON has no bytes. */
function withBinaryAs(convert: (value: unknown) => unknown, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Fields;
  for (const name of Object.keys(fields)) {
    const inner = fields[name];
    // An attribute may also be named B; a binary value is a string or bytes.
    if (name === 'B' && (typeof inner === 'string' || inner instanceof Uint8Array))
      fields[name] = convert(inner);
    else withBinaryAs(convert, inner);
  }
  return value;
}
