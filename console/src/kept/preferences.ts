import { hasShapeOf } from './has-shape-of';
import type { Place } from './storage';

const PREFIX = 'console.chosen.';

const keyOf = ({ userId, name }: Place): string => `${PREFIX}${userId} ${name}`;

/** Reads what a user has chosen in this browser, such as the columns of a list. It outlasts the tab and the session. */
export function readPreference<T>(place: Place, initial: T): T {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(place)) ?? 'null');
    return value !== null && hasShapeOf(initial, value) ? value : initial;
  } catch {
    return initial;
  }
}

/** Keeps what a user has chosen in this browser; `undefined` forgets it. */
export function writePreference(place: Place, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(keyOf(place));
    else localStorage.setItem(keyOf(place), JSON.stringify(value));
  } catch {
    // The storage is full or switched off: the choice holds until the page is loaded again.
  }
}
