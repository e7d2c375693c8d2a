import { useEffect, type RefObject } from 'react';

/**
 * Focuses the first field in a part of a dialog once it is shown. The dialog itself focuses its "Close" button: Enter after
 * typing would lose the input.
 *
 * @param instead element that gets the focus in place of the field
 */
export function useFirstField(
  part: RefObject<HTMLElement | null>,
  instead?: RefObject<{ focus: () => void } | null>,
): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const field = part.current?.querySelector<HTMLElement>('input:not([type=hidden]), textarea');
      (instead === undefined ? field : instead.current)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [part, instead]);
}
