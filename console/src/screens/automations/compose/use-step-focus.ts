import { useEffect, useRef } from 'react';

/** Part of a step that takes the focus. */
type StepPart = 'up' | 'down' | 'remove' | 'field';

const FIELD =
  ':is(input:not([type=hidden]), textarea, button[aria-haspopup=listbox], button[aria-haspopup=dialog])';

const selectorOf = ({ key, part }: { key: string; part: StepPart }): string =>
  `[data-step="${key}"] ${part === 'field' ? FIELD : `[data-part=${part}]:not(:disabled)`}`;

/** Part that takes the focus where no step is left. */
const ADD = '[data-part=add] button';

/**
 * Moves the focus after the next rendering: a moved step loses it, since its element is put elsewhere, and its button may be
 * disabled there.
 *
 * @returns function that takes the parts of steps to focus: the first that is there gets it
 */
export function useStepFocus(): (parts: { key: string; part: StepPart }[]) => void {
  const wanted = useRef<string[]>([]);
  useEffect(() => {
    if (wanted.current.length === 0) return undefined;
    const selectors = [...wanted.current, ADD];
    wanted.current = [];
    // A menu that has been closed focuses its button first.
    const frame = requestAnimationFrame(() => {
      const [first] = selectors.flatMap((selector) => document.querySelector<HTMLElement>(selector) ?? []);
      first?.focus();
    });
    return () => cancelAnimationFrame(frame);
  });
  return (parts) => {
    wanted.current = parts.map(selectorOf);
  };
}
