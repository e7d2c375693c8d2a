import type { ErrorObject } from 'ajv';
import { validationReason } from './validation-reason';

const UNIONS: ReadonlySet<string> = new Set(['oneOf', 'anyOf']);
/** Keywords by which a form of a union says that a value is of another kind. */
const KINDS: ReadonlySet<string> = new Set(['type', 'enum', 'const']);

/**
 * Reduces the errors of a value with several forms to those of the form to which it comes close, or to one that lists
 * all: a caller whose object has a wrong property is not told that it must be text.
 *
 * @returns the errors to leave out, and the reasons of unions that tell of all their forms
 */
export function summarizeForms(errors: ErrorObject[]): {
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
  // Errors outside of unions have no path.
  const formOf = ({ schemaPath = '' }: Partial<ErrorObject>) =>
    schemaPath.slice(0, Math.max(0, schemaPath.lastIndexOf('/')));
  const named = new Set(errors.filter(({ keyword }) => keyword !== 'type').map(formOf));
  const told = errors.filter((error) => error.keyword !== 'type' || !named.has(formOf(error)));
  const kinds = new Set(told.map((error) => validationReason(error).replace(/^must be /, '')));
  return `must be ${[...kinds].join(', or ')}`;
}
