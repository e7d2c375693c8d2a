import { RequestError } from '../api/request-error';

/** Returns the error of the service for one field of a form (`/name`), or for the fields below it. */
export function fieldError(error: unknown, pointer: string): string | undefined {
  if (!(error instanceof RequestError)) return undefined;
  const found = error.fieldErrors.find(
    (field) => field.pointer === pointer || field.pointer.startsWith(`${pointer}/`),
  );
  return found?.reason;
}
