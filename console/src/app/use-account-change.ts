import type { Api } from '../api/client';
import { useAccount } from './session';
import { type ChangeOptions, useChange } from './use-change';

interface Options<I, O> extends Omit<ChangeOptions<I, O>, 'run' | 'changes'> {
  run: (api: Api, input: I) => Promise<O>;
  /** Lists of the account that the change affects, such as `keys`. */
  changes: readonly string[];
}

/** Runs a change in the current account. */
export function useAccountChange<I, O>({ run, changes, ...rest }: Options<I, O>) {
  const { id, api } = useAccount();
  return useChange<I, O>({
    ...rest,
    run: (input) => run(api, input),
    changes: changes.map((list) => [id, list]),
  });
}
