/** Pressed key, as events describe it. */
interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Returns true for the keys that send a text: Ctrl-Enter, and ⌘Enter on a Mac. */
export const isSendKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): boolean =>
  key === 'Enter' && (ctrlKey || metaKey) && !altKey && !shiftKey;

/** Returns where a key leads in a list: 1 to the next conversation, -1 to the one before; `undefined` for other keys. */
export function stepOf(pressed: Pressed, { hasArrows }: { hasArrows: boolean }): 1 | -1 | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = pressed;
  if (ctrlKey || metaKey || altKey || shiftKey) return undefined;
  if (key === 'j' || (hasArrows && key === 'ArrowDown')) return 1;
  return key === 'k' || (hasArrows && key === 'ArrowUp') ? -1 : undefined;
}
