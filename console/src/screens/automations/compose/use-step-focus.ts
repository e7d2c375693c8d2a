import { useFocusLater } from '../../../app/use-focus-later';

/** Part of a step that takes the focus. */
type StepPart = 'up' | 'down' | 'remove' | 'field';

const FIELD =
  ':is(input:not([type=hidden]), textarea, button[aria-haspopup=listbox], button[aria-haspopup=dialog])';

const selectorOf = ({ key, part }: { key: string; part: StepPart }): string =>
  `[data-step="${key}"] ${part === 'field' ? FIELD : `[data-part=${part}]:not(:disabled)`}`;

/** Part that takes the focus where no step is left. */
const ADD = '[data-part=add] button';

/**
 * Moves the focus to a part of a step after the next rendering: a moved step loses it, since its element is put elsewhere, and its
 * button may be disabled there.
 *
 * @returns function that takes the parts of steps to focus: the first that is there gets it
 */
export function useStepFocus(): (parts: { key: string; part: StepPart }[]) => void {
  const focusLater = useFocusLater();
  return (parts) => focusLater([...parts.map(selectorOf), ADD]);
}
