import { useMutation, useQueryClient } from '@tanstack/react-query';
import { mayHaveGoneOut, RequestError } from '../api/request-error';
import { isSessionEnd } from '../api/session-end';
import { useFlashes } from './flashes';

export interface ChangeOptions<I, O> {
  run: (input: I) => Promise<O>;
  /** Message after a success. */
  done?: string | ((output: O) => string);
  /** Heading of an error. */
  failed: string;
  /** Beginnings of the keys of queries that the change affects. */
  changes?: readonly (readonly unknown[])[];
  onDone?: (output: O, input: I) => void;
  /** Set for a form that shows its errors itself, without a flash. */
  isQuiet?: boolean;
  /** Set for a request with an idempotency key, which is repeated when it is not known whether it arrived. */
  isRepeatable?: boolean;
}

const MAX_REPEATS = 2;
/** Code of the error that the state of the resource does not allow a change. */
const INVALID_STATE = 33111;

/** Runs a change at the service: shows its error, or a message after its success, and reloads the affected queries. */
export function useChange<I, O>(options: ChangeOptions<I, O>) {
  const { run, done, failed, changes = [], onDone, isQuiet, isRepeatable = false } = options;
  const queries = useQueryClient();
  const { succeed, fail } = useFlashes();
  return useMutation({
    mutationFn: run,
    retry: (failures, error) => isRepeatable && failures < MAX_REPEATS && mayHaveGoneOut(error),
    onSuccess: (output: O, input: I) => {
      for (const queryKey of changes) void queries.invalidateQueries({ queryKey });
      if (done !== undefined) succeed(typeof done === 'string' ? done : done(output));
      onDone?.(output, input);
    },
    onError: (error) => {
      // Another user was faster: the screen shows what it is now.
      if (error instanceof RequestError && error.code === INVALID_STATE)
        for (const queryKey of changes) void queries.invalidateQueries({ queryKey });
      // The dialog that signs in again says why.
      if (isQuiet !== true && !isSessionEnd(error)) fail(error, failed);
    },
  });
}
