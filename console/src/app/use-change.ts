import { useMutation, useQueryClient } from '@tanstack/react-query';
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
}

/** Runs a change at the service: shows its error, or a message after its success, and reloads the affected queries. */
export function useChange<I, O>({ run, done, failed, changes = [], onDone, isQuiet }: ChangeOptions<I, O>) {
  const queries = useQueryClient();
  const { succeed, fail } = useFlashes();
  return useMutation({
    mutationFn: run,
    onSuccess: (output: O, input: I) => {
      for (const queryKey of changes) void queries.invalidateQueries({ queryKey });
      if (done !== undefined) succeed(typeof done === 'string' ? done : done(output));
      onDone?.(output, input);
    },
    onError: (error) => {
      if (isQuiet !== true) fail(error, failed);
    },
  });
}
