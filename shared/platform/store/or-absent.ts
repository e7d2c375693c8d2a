import { type GenericSchema, optional } from 'valibot';

/** Schema of a stored attribute that may be absent: the value read has the property, and it is `undefined`. */
export const orAbsent = <Schema extends GenericSchema>(schema: Schema) => optional(schema, () => undefined);
