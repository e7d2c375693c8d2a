import type { RefObject } from 'react';
import { useFocusLater } from '../app/use-focus-later';

const CONTROL = ':is(button, input):not(:disabled)';

/**
 * Moves the focus to a rule that was added, or to the neighbour of one that was removed.
 *
 * @param editor element around the rules
 * @returns function that takes the key of the rule to focus; without one, the button that adds a rule gets the focus
 */
export function useRuleFocus(editor: RefObject<HTMLElement | null>): (key: string | undefined) => void {
  const focusLater = useFocusLater();
  return (key) => {
    const place = key === undefined ? '.rules-add' : `[data-rule="${key}"]`;
    focusLater([`${place} ${CONTROL}`], editor.current);
  };
}
