import type { ErrorObject } from 'ajv';
import type { InvalidField } from '../../errors/error-details';
import { invalidRequest } from '../../errors/service-error';
import { validationReason } from './validation-reason';

/** A validator generated from a schema; ajv leaves what it found on the function itself. */
export interface Validator<Body> {
  (body: unknown): body is Body;
  errors?: ErrorObject[] | null;
}

/** @throws ServiceError InvalidRequest with a JSON pointer and a reason for each place, the first 100 */
export function validateBody<Body>(validate: Validator<Body>, body: unknown): Body {
  if (validate(body)) return body;
  throw invalidRequest(...describeErrors(validate.errors));
}

/** A JSON pointer and a reason for each place that a validator found. */
export function describeErrors(found: ErrorObject[] | null | undefined): InvalidField[] {
  // An `if` adds nothing to what its `then` found.
  return (found ?? []).filter(({ keyword }) => keyword !== 'if').map(describe);
}

function describe(error: ErrorObject): InvalidField {
  return { pointer: pointerOf(error), reason: validationReason(error) };
}

/** Of a property that is missing or unknown, where it would be or is. */
function pointerOf({ instancePath, params }: ErrorObject): string {
  const property = (params.additionalProperty ?? params.missingProperty) as string | undefined;
  return property === undefined ? instancePath : `${instancePath}/${escapePointer(property)}`;
}

/**
 * Checks the body of a route that takes none: absent, or an empty object.
 *
 * @throws ServiceError InvalidRequest
 */
export function refuseBody(body: unknown): void {
  if (body === undefined) return;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidRequest({ pointer: '', reason: 'must be an object' });
  }
  const names = Object.keys(body);
  if (names.length === 0) return;
  const reason = validationReason({ keyword: 'additionalProperties', params: {} });
  throw invalidRequest(...names.map((name) => ({ pointer: `/${escapePointer(name)}`, reason })));
}

/** RFC 6901. */
const escapePointer = (token: string) => token.replaceAll('~', '~0').replaceAll('/', '~1');
