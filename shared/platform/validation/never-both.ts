/**
 * Says of an object that it has at most one property of each pair, for its schema in the OpenAPI document (`documented`):
 * the code checks it, because its messages say more.
 */
export function neverBoth(...pairs: ReadonlyArray<readonly [string, string]>): object {
  const variants = pairs.map((required) => ({
    // The linter of the document wants to see what is required.
    properties: Object.fromEntries(required.map((name) => [name, {}])),
    required,
  }));
  return { not: { anyOf: variants } };
}
