export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the properties of a value of unknown form, such as a body that is not validated yet; none for other types. */
export const propertiesOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
