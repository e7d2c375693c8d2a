import { useState } from 'react';
import type { RowAction } from '../lists/row-actions';
import { isPaused, mayEnd, useHolds } from './holds';
import { PauseDialog } from './pause-dialog';
import { numberTarget } from './pause-target';
import { useResume } from './use-resume';

/**
 * Returns what is held of an account, the action that pauses or resumes a number (none when only an operator ends its
 * pause), and the dialog that it opens.
 */
export function useNumberPauses(accountId: string, user: { isOperator: boolean }) {
  const holds = useHolds(accountId);
  const [pausing, setPausing] = useState<string>();
  const { resume } = useResume();
  function actionsOf(number: string): RowAction[] {
    const pause = holds.find((hold) => hold.number === number && isPaused(hold));
    if (pause === undefined)
      return [{ text: 'Pause', label: `Pause sending from ${number}`, onClick: () => setPausing(number) }];
    if (!mayEnd(pause, user)) return [];
    return [
      {
        text: 'Resume',
        label: `Resume sending from ${number}`,
        onClick: () => resume(numberTarget(accountId, number)),
      },
    ];
  }
  const dialog = pausing !== undefined && (
    <PauseDialog target={numberTarget(accountId, pausing)} onClose={() => setPausing(undefined)} />
  );
  return { holds, actionsOf, dialog };
}
