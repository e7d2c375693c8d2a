import { useChange } from '../app/use-change';
import { ALL_HOLDS } from './holds';
import type { PauseTarget } from './pause-target';

/** Returns what ends a pause. */
export function useResume() {
  const change = useChange({
    run: async (target: PauseTarget) => {
      await target.resume();
      return target;
    },
    done: ({ resumed }) => resumed,
    failed: 'It was not resumed',
    changes: [[ALL_HOLDS]],
  });
  return { resume: (target: PauseTarget) => change.mutate(target), isBusy: change.isPending };
}
