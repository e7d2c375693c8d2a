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

export function describeChange({ what, from, to }: Change): string {
  const of = what === undefined ? '' : `${words(what)}: `;
  if (from === undefined) return `${of}“${to ?? ''}” added`;
  return to === undefined ? `${of}“${from}” removed` : `${of}“${from}” became “${to}”`;
}
