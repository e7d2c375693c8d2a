import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';

/** Path of the screen that was shown last. */
let shownPath: string | undefined;

/**
 * Moves the focus to the heading of a screen that a link has opened, so that screen readers begin there. A screen that has
 * put the focus into one of its fields keeps it.
 *
 * @param header element around the heading
 */
export function useScreenFocus(header: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const isOpened = shownPath !== undefined && shownPath !== pathname;
    shownPath = pathname;
    const heading = header.current?.querySelector('h1');
    if (!isOpened || !heading || isInContent(document.activeElement)) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [header, pathname]);
}

/** Returns true for an element of the screen itself. The focus is on the whole of it after the link that skips to it. */
const isInContent = (element: Element | null): boolean =>
  element !== null && element.tagName !== 'MAIN' && element.closest('main, [role=dialog]') !== null;
