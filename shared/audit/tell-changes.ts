import type { AuditEntry } from './audit-entry';

export type ToldChanges = NonNullable<AuditEntry['changes']>;

/**
 * What differs between two states, by attribute, as the audit log has it: texts as they are, anything else as JSON.
 *
 * @param after attributes that are not in it stay; `null` clears
 */
export function changesBetween(before: object, after: object): ToldChanges {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).flatMap(([what, value]) => {
    const [from, to] = [textOf(old.get(what)), textOf(value)];
    if (value === undefined || from === to) return [];
    return [{ what, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
  });
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
