/** Returns the value of the option that a control reports; `undefined` when it is none of them. */
export const chosenOf = <Value extends string>(
  options: readonly { value: Value }[],
  chosen: string | undefined,
): Value | undefined => options.find(({ value }) => value === chosen)?.value;

/** Returns the values of the options that a control reports, in the order of their choice. */
export const allChosen = <Value extends string>(
  options: readonly { value: Value }[],
  chosen: readonly { value?: string }[],
): Value[] => chosen.flatMap(({ value }) => chosenOf(options, value) ?? []);

/** Returns true for a key of a record, such as a value of the address. */
export const isKeyOf = <Key extends string>(record: Record<Key, unknown>, text: string): text is Key =>
  Object.hasOwn(record, text);
