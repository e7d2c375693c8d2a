import type { AuditEntry } from './audit-entry';

export type ToldChanges = NonNullable<AuditEntry['changes']>;

/**
 * Lists the differences of two states by attribute, in the form of the audit log: texts unchanged, anything else as
 * JSON.
 *
 * @param after attributes that are missing here are unchanged; `null` clears
 */
export function changesBetween(before: object, after: object): ToldChanges {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).flatMap(([what, value]) => {
    const [from, to] = [textOf(old.get(what)), textOf(value)];
    if (value === undefined || from === to) return [];
    return [{ what, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
  });
}

/**
 * Lists the changes of something that is set as a whole: attributes that are missing after the change are cleared.
 *
 * @param before absent for something new
 * @param after absent for something that is deleted
 */
export function changesOfWhole(before: object = {}, after: object = {}): ToldChanges {
  const cleared = Object.fromEntries(Object.keys(before).map((name) => [name, null]));
  const set = Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined));
  return changesBetween(before, { ...cleared, ...set });
}

/** Lists the changes of the definition of a custom field; empty for one that is created or deleted. */
export function changesOfField(
  before: FieldDefinition | undefined,
  after: FieldDefinition | undefined,
  options: ToldChanges = [],
): ToldChanges {
  const shown = ({ label, isDisabled }: FieldDefinition) => ({ label, isDisabled });
  return before && after ? [...changesBetween(shown(before), shown(after)), ...options] : [];
}
interface FieldDefinition {
  label: string;
  isDisabled: boolean;
}

/**
 * Lists the losses of a user who is removed: the role, and each API key.
 *
 * @param heir user who gets the keys; absent: they are revoked
 * @param to the new role; absent: none
 */
export const changesOfRemoval = (
  { role, keys }: { role?: string | undefined; keys: string[] },
  heir: string | undefined,
  to?: string,
): ToldChanges => [
  ...(role === undefined ? [] : [{ what: 'role', from: role, ...(to !== undefined && { to }) }]),
  ...keys.map((from) => ({ from, to: heir ?? 'revoked' })),
];

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
