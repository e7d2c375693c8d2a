/** Smallest magnitude that DynamoDB stores; its client accepts integers up to the safe ones. */
const SMALLEST = 1e-130;

/** Returns true for a number that an item can store as a number and that is read back unchanged. */
export function isStorableNumber(value: number): boolean {
  const magnitude = Math.abs(value);
  return value === 0 || (magnitude >= SMALLEST && magnitude <= Number.MAX_SAFE_INTEGER);
}
