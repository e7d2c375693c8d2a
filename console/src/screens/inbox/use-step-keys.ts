import { useEffect, useRef } from 'react';
import { stepOf } from '../../conversation/keys';

/** Elements in which keys have a meaning of their own. */
const OWN_KEYS = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]';

/**
 * Calls a function when a key is pressed that goes to the next conversation, or to the one before.
 *
 * @param arrowsIn selector of the part of the page in which the arrow keys do so, too; elsewhere they scroll
 */
export function useStepKeys(onStep: (step: 1 | -1) => void, arrowsIn?: string): void {
  const latest = useRef(onStep);
  useEffect(() => {
    latest.current = onStep;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const at = event.target instanceof Element ? event.target : document.body;
      if (event.defaultPrevented || at.closest(OWN_KEYS) !== null) return;
      const hasArrows = arrowsIn !== undefined && at.closest(arrowsIn) !== null;
      const step = stepOf(event, { hasArrows });
      if (step === undefined) return;
      event.preventDefault();
      latest.current(step);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [arrowsIn]);
}
