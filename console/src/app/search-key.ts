const MAC = /Mac|iPhone|iPad/;

/** Key combination that opens the search, as the reader's computer writes it. */
export const searchKeyName = (userAgent: string): string => (MAC.test(userAgent) ? '⌘K' : 'Ctrl-K');

/** Pressed key, as the browser's events describe it. */
interface Pressed {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Returns true for Ctrl-K, and on a Mac for ⌘K: Ctrl-K deletes the rest of a line there. */
export function isSearchKey(pressed: Pressed, userAgent: string): boolean {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = pressed;
  if (altKey || shiftKey) return false;
  const [held, other] = MAC.test(userAgent) ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  // On a keyboard without Latin letters the key has another letter, but the same place.
  return held && !other && (key.toLowerCase() === 'k' || (code === 'KeyK' && !/^[a-z]$/i.test(key)));
}
