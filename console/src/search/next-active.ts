/**
 * Returns the result that an arrow key leads to, from the last one to the first and back; `undefined` for other keys, and
 * without results.
 */
export function nextActive<Result extends { id: string }>(
  results: readonly Result[],
  { active, key }: { active: Result | undefined; key: string },
): Result | undefined {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : undefined;
  if (step === undefined || results.length === 0) return undefined;
  const index = results.findIndex(({ id }) => id === active?.id);
  return results.at((index + step) % results.length);
}
