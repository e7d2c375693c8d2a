import type { ErrorObject } from 'ajv';
import type { InvalidField } from '../../errors/error-details';
import { invalidRequest } from '../../errors/service-error';
import { summarizeForms } from './internal/summarize-forms';
import { validationReason } from './internal/validation-reason';

/** Validator that was generated from a schema; ajv puts the errors that it found on the function itself. */
export interface Validator<Body> {
  (body: unknown): body is Body;
  errors?: ErrorObject[] | null;
}

/** Body that a validator accepts. */
export type BodyOf<Validate> = Validate extends Validator<infer Body> ? Body : never;

/**
 * Validates a body.
 *
 * @throws ServiceError InvalidRequest with a JSON pointer and a reason for each place, the first 100
 */
export function validateBody<Body>(validate: Validator<Body>, body: unknown): Body {
  if (validate(body)) return body;
  throw invalidRequest(...describeErrors(validate.errors));
}

/** Returns a JSON pointer and a reason for each error that a validator found. */
export function describeErrors(found: ErrorObject[] | null | undefined): InvalidField[] {
  const errors = (found ?? []).filter(({ keyword }) => !REPEATING.has(keyword));
  const { leftOut, reasons } = summarizeForms(errors);
  return errors
    .filter((error) => !leftOut.has(error))
    .map((error) => ({ pointer: pointerOf(error), reason: reasons.get(error) ?? validationReason(error) }));
}

/** Keywords that only repeat what was found within them. */
const REPEATING: ReadonlySet<string> = new Set(['if', 'propertyNames']);

/** Returns the pointer of an error; for a missing, unknown or wrongly named property, the place where it would be or is. */
function pointerOf({ instancePath, params, propertyName }: ErrorObject): string {
  const property = (params.additionalProperty ?? params.missingProperty ?? propertyName) as
    | string
    | undefined;
  return property === undefined ? instancePath : `${instancePath}/${escapePointer(property)}`;
}

/**
 * Checks the body of a route without parameters in the body: absent or an empty object.
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

/** Escapes a token of a JSON pointer, RFC 6901. */
const escapePointer = (token: string) => token.replaceAll('~', '~0').replaceAll('/', '~1');
