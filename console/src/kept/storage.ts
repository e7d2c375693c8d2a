import { hasShapeOf } from './has-shape-of';

const PREFIX = 'console.kept.';

/** Key of something that a user has typed: kept for this user alone, in this tab. */
export interface Place {
  userId: string;
  name: string;
}

const keyOf = ({ userId, name }: Place): string => `${PREFIX}${userId} ${name}`;

/**
 * Reads what was kept in this tab.
 *
 * @param initial value when nothing was kept, or when it was kept by an older version of the console in another form
 */
export function readKept<T>(place: Place, initial: T, example: T = initial): T {
  const text = sessionStorage.getItem(keyOf(place));
  if (text === null) return initial;
  try {
    const value: unknown = JSON.parse(text);
    return hasShapeOf(example, value) ? value : initial;
  } catch {
    return initial;
  }
}

/** Keeps a value until the tab is closed or the user signs out; `undefined` forgets it. */
export function writeKept(place: Place, value: unknown): void {
  if (value === undefined) return sessionStorage.removeItem(keyOf(place));
  try {
    sessionStorage.setItem(keyOf(place), JSON.stringify(value));
  } catch {
    // The storage is full: the value is on the screen still, and is only lost with a reload.
  }
}

/** Forgets what all users have typed in this tab. */
export function forgetKept(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  }
}
