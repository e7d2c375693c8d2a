import { isTooDeep } from './reading-limits';

/** Parses a text that is a JSON array; `undefined` for any other text. */
export function readJsonList(text: string): unknown[] | undefined {
  if (!/^\s*\[.*\]\s*$/s.test(text)) return undefined;
  try {
    const parsed = JSON.parse(text) as unknown;
    return Array.isArray(parsed) && !isTooDeep(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
