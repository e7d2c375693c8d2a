import { useEffect, useRef } from 'react';

/**
 * Moves the focus after the next rendering, since an element that is moved or removed loses it.
 *
 * @returns function that takes selectors and the part of the page with their elements: the first that is there gets the focus
 */
export function useFocusLater(): (selectors: readonly string[], within?: ParentNode | null) => void {
  const wanted = useRef<() => void>(undefined);
  useEffect(() => {
    const focus = wanted.current;
    wanted.current = undefined;
    // A menu that has been closed focuses its button first. Another rendering before that changes nothing.
    if (focus !== undefined) requestAnimationFrame(focus);
  });
  return (selectors, within = document) => {
    wanted.current = () => {
      const [first] = selectors.flatMap((selector) => within?.querySelector<HTMLElement>(selector) ?? []);
      first?.focus();
    };
  };
}
