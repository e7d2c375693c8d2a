import { useState } from 'react';
import type { RowAction } from '../lists/row-actions';
import { isPaused, useHolds } from './holds';
import { PauseDialog } from './pause-dialog';
import { numberTarget } from './pause-target';
import { useResume } from './use-resume';

/** Returns what is held of an account, the action that pauses or resumes a number, and the dialog that it opens. */
export function useNumberPauses(accountId: string) {
  const holds = useHolds(accountId);
  const [pausing, setPausing] = useState<string>();
  const { resume } = useResume();
  const actionOf = (number: string): RowAction =>
    holds.some((hold) => hold.number === number && isPaused(hold))
      ? {
          text: 'Resume',
          label: `Resume sending from ${number}`,
          onClick: () => resume(numberTarget(accountId, number)),
        }
      : { text: 'Pause', label: `Pause sending from ${number}`, onClick: () => setPausing(number) };
  const dialog = pausing !== undefined && (
    <PauseDialog target={numberTarget(accountId, pausing)} onClose={() => setPausing(undefined)} />
  );
  return { holds, actionOf, dialog };
}
