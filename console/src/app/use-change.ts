import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useFlashes } from './flashes';

interface Options<I, O> {
  run: (input: I) => Promise<O>;
  /** Said when it worked. */
  done?: string | ((output: O) => string);
  /** Said above an error. */
  failed: string;
  /** Which queries show something else now: the beginnings of their keys. */
  changes?: readonly (readonly unknown[])[];
  onDone?: (output: O, input: I) => void;
  /** A form that shows its errors itself leaves the flash out. */
  isQuiet?: boolean;
}

/** A change at the service: shows its error, reads again what it changed, says that it worked. */
export function useChange<I, O>({ run, done, failed, changes = [], onDone, isQuiet }: Options<I, O>) {
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
