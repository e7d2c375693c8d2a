import type { AuditEntry } from '../../api/schemas';

/** Changed value; `what` is the setting or attribute, if it is one. */
type Change = NonNullable<AuditEntry['changes']>[number];

/** Converts an action to words: `createSegment` to “Create segment”. */
export function words(action: string): string {
  const text = action
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
    .trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Converts a change to words.
 *
 * @param names names for ids, such as that of a group
 */
export function describeChange({ what, from, to }: Change, names: ReadonlyMap<string, string>): string {
  const of = what === undefined ? '' : `${words(what)}: `;
  const shown = (value = '') => `“${names.get(value) ?? inWords(value)}”`;
  if (from === undefined) return `${of}${shown(to)} added`;
  return to === undefined ? `${of}${shown(from)} removed` : `${of}${shown(from)} became ${shown(to)}`;
}

/** Converts a value with several parts, which is stored as JSON, to words; other text stays as it is. */
function inWords(text: string): string {
  if (!/^[{[]/.test(text)) return text;
  try {
    return wordsOfValue(JSON.parse(text));
  } catch {
    return text;
  }
}

function wordsOfValue(value: unknown): string {
  if (value === null) return 'none';
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value);
  const parts = Array.isArray(value)
    ? value.map(wordsOfValue)
    : Object.entries(value).map(([name, part]) => `${words(name).toLowerCase()} ${wordsOfValue(part)}`);
  return parts.join(', ') || 'none';
}
