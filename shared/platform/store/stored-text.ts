import { custom } from 'valibot';

/** Returns the schema of a stored string whose form was checked before it was stored, such as a phone number. */
export const storedText = <Text extends string>() => custom<Text>((value) => typeof value === 'string');
