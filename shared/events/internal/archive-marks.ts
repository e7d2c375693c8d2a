/**
 * Treatment of a text of an event in the event archive:
 *
 * - `kept`: it names no person; a column of its own
 * - `person`: the phone number of the person whom the event is about; hashed, or left out
 * - `freeText`: people write it, so that it can name anyone; left out
 */
export type ArchiveMark = 'kept' | 'person' | 'freeText';

/** A symbol, so that nothing of it is in the published schema. */
const MARK = /* @__PURE__ */ Symbol('archive mark');

/** Marks the schema of a text that names no person. */
export const kept = <const Schema extends object>(schema: Schema) => mark(schema, 'kept');
/** Marks the schema of the phone number of the person whom an event is about. */
export const person = <const Schema extends object>(schema: Schema) => mark(schema, 'person');
/** Marks the schema of a text that people write. */
export const freeText = <const Schema extends object>(schema: Schema) => mark(schema, 'freeText');

function mark<const Schema extends object>(schema: Schema, as: ArchiveMark): Schema {
  return { ...schema, [MARK]: as };
}

/**
 * Returns the treatment of the values of a schema. Numbers, constants and enumerations need no mark.
 *
 * @returns `undefined` for a text without a mark
 */
export function archiveMarkOf(schema: object): ArchiveMark | undefined {
  const { [MARK]: marked, ...declared } = schema as { [MARK]?: ArchiveMark };
  const isClosed = 'const' in declared || 'enum' in declared;
  const { type } = declared as { type?: unknown };
  return marked ?? (isClosed || type === 'integer' || type === 'number' ? 'kept' : undefined);
}
