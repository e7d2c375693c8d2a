import { type GenericSchema, optional } from 'valibot';

/** Returns the schema of a stored attribute that may be absent: the value then has the property as `undefined`. */
export const orAbsent = <Schema extends GenericSchema>(schema: Schema) => optional(schema, () => undefined);
