import { useEffect, type RefObject } from 'react';

/**
 * Focuses the first field in a part of a dialog once it is shown. The dialog itself focuses its "Close" button: Enter after
 * typing would lose the input.
 */
export function useFirstField(part: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      part.current?.querySelector<HTMLElement>('input:not([type=hidden]), textarea')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [part]);
}
