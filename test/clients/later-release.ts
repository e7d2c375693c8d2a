/** Returns the answer of a service as a later release may give it: each object of it has a property more. */
export function withMore(answer: string): string {
  return answer.startsWith('{') ? JSON.stringify(addTo(JSON.parse(answer))) : answer;
}

function addTo(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addTo);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]: [string, unknown]) => [name, addTo(inner)]);
  return { ...Object.fromEntries(entries), addedLater: { text: 'New' } };
}
