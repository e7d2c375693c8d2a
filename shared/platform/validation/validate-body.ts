import type { ErrorObject } from 'ajv';
import type { InvalidField } from '../../errors/error-details';
import { invalidRequest } from '../../errors/service-error';
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
const UNIONS: ReadonlySet<string> = new Set(['oneOf', 'anyOf']);
/** Keywords by which a form of a union says that a value is of another kind. */
const KINDS: ReadonlySet<string> = new Set(['type', 'enum', 'const']);

/**
 * Has a value with several forms told of the form to which it comes close, or once of all: an object with a wrong
 * property is not told that it must be text.
 *
 * @returns the errors to leave out, and the reasons of unions that tell of all their forms
 */
function summarizeForms(errors: ErrorObject[]): {
  leftOut: ReadonlySet<ErrorObject>;
  reasons: ReadonlyMap<ErrorObject, string>;
} {
  const leftOut = new Set<ErrorObject>();
  const reasons = new Map<ErrorObject, string>();
  for (const union of errors.filter(({ keyword }) => UNIONS.has(keyword))) {
    const { instancePath } = union;
    const within = errors.filter(
      (error) =>
        error !== union &&
        (error.instancePath === instancePath || error.instancePath.startsWith(`${instancePath}/`)),
    );
    const ofOtherKinds = within.filter(
      (error) =>
        error.instancePath === instancePath && (KINDS.has(error.keyword) || UNIONS.has(error.keyword)),
    );
    if (ofOtherKinds.length === 0) continue;
    for (const error of ofOtherKinds) leftOut.add(error);
    if (ofOtherKinds.length < within.length) leftOut.add(union);
    else reasons.set(union, listKinds(ofOtherKinds));
  }
  return { leftOut, reasons };
}

/** Lists the kinds of value that a union has; a form that names its values is not listed by its type. */
function listKinds(errors: ErrorObject[]): string {
  const formOf = ({ schemaPath }: ErrorObject) => schemaPath.slice(0, schemaPath.lastIndexOf('/'));
  const named = new Set(errors.filter(({ keyword }) => keyword !== 'type').map(formOf));
  const told = errors.filter((error) => error.keyword !== 'type' || !named.has(formOf(error)));
  const kinds = new Set(told.map((error) => validationReason(error).replace(/^must be /, '')));
  return `must be ${[...kinds].join(', or ')}`;
}

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
