type OrNull<Schema extends { type: string }> = Omit<Schema, 'type'> & {
  readonly type: readonly [Schema['type'], 'null'];
};

/** Builds the schema of a value that may also be `null`. */
export const orNull = <const Schema extends { type: string }>(schema: Schema): OrNull<Schema> => ({
  ...schema,
  type: [schema.type, 'null'],
});
