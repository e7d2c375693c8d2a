/** Names of the called services by error: errors of connections do not contain them. */
const calleeByError = new WeakMap<Error, string>();

/** Tags an error of a call with the service that was called: a name that can begin a sentence. */
export async function calling<Answer>(name: string, call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    throw noteCallee(error, name);
  }
}

/**
 * Tags an error with the service that was called.
 *
 * @returns the error itself
 */
export function noteCallee(error: unknown, name: string): unknown {
  if (error instanceof Error) calleeByError.set(error, name);
  return error;
}

/** Default callee: most calls are to the table. */
export const TABLE = "The service's table";

export function calleeOf(error: Error): string {
  return calleeByError.get(error) ?? TABLE;
}
