import { RequestError } from '../api/request-error';

/** What the service says about one field of a form (`/name`), and the fields below it. */
export function fieldError(error: unknown, pointer: string): string | undefined {
  if (!(error instanceof RequestError)) return undefined;
  const found = error.fieldErrors.find(
    (field) => field.pointer === pointer || field.pointer.startsWith(`${pointer}/`),
  );
  return found?.reason;
}
