/** DynamoDB holds magnitudes from 1e-130, and its client takes integers up to the safe ones. */
const SMALLEST = 1e-130;

/** Returns true for a number that an item can hold as a number, and that is read back as it was written. */
export function isStorableNumber(value: number): boolean {
  const magnitude = Math.abs(value);
  return value === 0 || (magnitude >= SMALLEST && magnitude <= Number.MAX_SAFE_INTEGER);
}
