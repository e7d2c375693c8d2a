/** Errors of connections do not say what was called. */
const calleeByError = new WeakMap<Error, string>();

/** Notes with what a call throws whom it was to: a name that may begin a sentence. */
export async function calling<Answer>(name: string, call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    throw noteCallee(error, name);
  }
}

/** @returns the error itself */
export function noteCallee(error: unknown, name: string): unknown {
  if (error instanceof Error) calleeByError.set(error, name);
  return error;
}

/** Whom most calls are to. */
export const TABLE = "The service's table";

export function calleeOf(error: Error): string {
  return calleeByError.get(error) ?? TABLE;
}
