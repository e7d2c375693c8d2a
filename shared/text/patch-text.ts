/**
 * Applies one text of a JSON Merge Patch: absent means unchanged, `null` and the empty string clear.
 *
 * **Source:** rules 4.4; RFC 7396.
 */
export function patchText<Text extends string>(
  before: Text | undefined,
  input: Text | '' | null | undefined,
): Text | undefined {
  if (input === undefined) return before;
  return input === null || input === '' ? undefined : input;
}
