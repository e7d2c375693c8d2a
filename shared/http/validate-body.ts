import type { ErrorObject } from 'ajv';
import { type InvalidField, invalidRequest } from '../errors/service-error';

/** A validator generated from a schema; ajv leaves what it found on the function itself. */
export interface Validator<Body> {
  (body: unknown): body is Body;
  errors?: ErrorObject[] | null;
}

const MOST_ERRORS_TOLD = 100;

/** @throws ServiceError 33100 with a JSON pointer and a reason for each place, the first 100 */
export function validateBody<Body>(validate: Validator<Body>, body: unknown): Body {
  if (validate(body)) return body;
  // An `if` adds nothing to what its `then` found.
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
  throw invalidRequest(...errors.slice(0, MOST_ERRORS_TOLD).map(describe));
}

function describe(error: ErrorObject): InvalidField {
  const { instancePath, keyword, params } = error;
  const inside = (property: unknown) => `${instancePath}/${escapePointer(String(property))}`;
  switch (keyword) {
    case 'additionalProperties':
      return { pointer: inside(params.additionalProperty), reason: 'unknown property' };
    case 'required':
      return { pointer: inside(params.missingProperty), reason: 'required' };
    case 'false schema':
      return { pointer: instancePath, reason: 'not allowed here' };
    case 'enum':
      return {
        pointer: instancePath,
        reason: `must be one of ${listValues(params.allowedValues as unknown[])}`,
      };
    default:
      return { pointer: instancePath, reason: error.message ?? keyword };
  }
}

function listValues(values: unknown[]): string {
  return values.filter((value) => typeof value === 'string' && value !== '').join(', ');
}

/** RFC 6901. */
const escapePointer = (token: string) => token.replaceAll('~', '~0').replaceAll('/', '~1');
