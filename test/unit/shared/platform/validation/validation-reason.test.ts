import type { ServiceError } from '../../../../../shared/errors/service-error';
import validateBatch from '../../../../../shared/platform/validation/generated/send-batch';
import validateBroadcast from '../../../../../shared/platform/validation/generated/send-broadcast';
import validateMessage from '../../../../../shared/platform/validation/generated/send-message';
import { REQUEST_SCHEMAS } from '../../../../../lib/generate/request-schemas';
import { validateBody, type Validator } from '../../../../../shared/platform/validation/validate-body';
import { validationReason } from '../../../../../shared/platform/validation/validation-reason';

function errorsOf(validate: Validator<unknown>, body: unknown): unknown {
  try {
    validateBody(validate, body);
    return [];
  } catch (error) {
    return (error as ServiceError).details?.errors;
  }
}

const FROM = '+12065550100';
const recipients = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ to: `+1212${5_000_000 + index}`, body: 'Hello' }));
const broadcast = (count: number) => ({
  from: FROM,
  recipients: recipients(count).map(({ to }) => ({ to })),
});
const batch = (count: number) => ({ from: FROM, recipients: recipients(count) });

describe('the number of recipients', () => {
  it.each([
    [99, 'must have at least 100 items: use batch for 10 to 5,000 recipients, and single sends for fewer'],
    [50_001, 'must have at most 50,000 items: use several broadcasts'],
  ])('of a broadcast to %s says which route takes them', (count, reason) => {
    expect(errorsOf(validateBroadcast, broadcast(count))).toEqual([{ pointer: '/recipients', reason }]);
  });

  it.each([
    [9, 'must have at least 10 items: use single sends for fewer'],
    [
      5_001,
      'must have at most 5,000 items: use several batches, or a broadcast for 100 to 50,000 recipients of one message',
    ],
  ])('of a batch to %s says which route takes them', (count, reason) => {
    expect(errorsOf(validateBatch, batch(count))).toEqual([{ pointer: '/recipients', reason }]);
  });

  it.each([100, 50_000])('of a broadcast may be %s', (count) => {
    expect(errorsOf(validateBroadcast, broadcast(count))).toEqual([]);
  });

  it.each([10, 5_000])('of a batch may be %s', (count) => {
    expect(errorsOf(validateBatch, batch(count))).toEqual([]);
  });
});

it.each([
  [{ from: FROM }, '/to', 'required'],
  [{ to: FROM, from: FROM, 'a/b': 1 }, '/a~1b', 'unknown property: remove it'],
  [{ to: FROM, from: FROM, dryRun: 'yes' }, '/dryRun', 'must be true or false'],
  [{ to: FROM, from: FROM, idempotencyKey: 'a' }, '/idempotencyKey', 'must have at least 2 characters'],
  [[], '', 'must be an object'],
])('%j: %s %s', (body, pointer, reason) => {
  expect(errorsOf(validateMessage, body)).toEqual([{ pointer, reason }]);
});

/** Messages of ajv itself, which are no instructions. */
const OWN_WORDS = /must NOT|must match|fewer than|should/;

it('has words of its own for everything that the schemas of requests ask for', () => {
  const asked = [...REQUEST_SCHEMAS.values()].flatMap((schema) => constraintsOf(schema));
  expect(asked.length).toBeGreaterThan(30);
  for (const [keyword, value] of asked) {
    const params = {
      ...{ type: value, limit: value, pattern: value, format: value },
      ...{ allowedValues: value, additionalProperty: 'x', missingProperty: 'x' },
    };
    const error = { keyword, params, instancePath: '', schemaPath: '', message: 'must NOT' };
    expect([keyword, value, validationReason(error)]).toEqual([
      keyword,
      value,
      expect.not.stringMatching(OWN_WORDS) as string,
    ]);
  }
});

/** Returns the keywords of all constraints in a schema. */
function constraintsOf(schema: unknown): Array<[string, unknown]> {
  if (Array.isArray(schema)) return schema.flatMap(constraintsOf);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]): Array<[string, unknown]> => {
    switch (keyword) {
      case '$comment':
      case 'description':
      case 'examples':
      case 'if':
        return [];
      case 'properties':
        return Object.values(value as object).flatMap(constraintsOf);
      case 'items':
      case 'then':
      case 'else':
      case 'anyOf':
      case 'oneOf':
      case 'allOf':
        return constraintsOf(value);
      case 'additionalProperties':
        return typeof value === 'object' ? constraintsOf(value) : [[keyword, value]];
      default:
        return [[keyword, value]];
    }
  });
}
