import { consoleRequest } from '../api/client';
import { useAccount } from './session';
import { useChange } from './use-change';

interface Request {
  method: 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  query?: Record<string, string>;
}

interface Options<O> {
  done?: string | ((output: O) => string);
  failed: string;
  /** Lists that the change affects, such as `keys`. */
  changes: readonly string[];
  onDone?: (output: O) => void;
  isQuiet?: boolean;
}

/** Runs a change by one of the console's own routes, in the current account. */
export function useConsoleChange<O = unknown>({ changes, onDone, ...rest }: Options<O>) {
  const { id } = useAccount();
  return useChange<Request, O>({
    ...rest,
    run: ({ path, ...request }) => consoleRequest<O>(path, { ...request, accountId: id }),
    changes: changes.map((list) => [id, list]),
    onDone: (output) => onDone?.(output),
  });
}
