/** Returns true for a value with the parts of an example. A part that the example lacks may be anything. */
export function hasShapeOf<T>(example: T, value: unknown): value is T {
  if (example === undefined || example === null) return true;
  if (Array.isArray(example)) return Array.isArray(value);
  if (typeof example !== 'object') return typeof value === typeof example;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const parts = new Map<string, unknown>(Object.entries(value));
  return Object.entries(example).every(([name, part]) => hasShapeOf(part, parts.get(name)));
}
