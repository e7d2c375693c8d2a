/** Most steps that an automation can have. */
const MAX_STEPS = 20;

/** Returns true when no further step can be added. */
export const isFull = (steps: readonly unknown[]): boolean => steps.length >= MAX_STEPS;

/** Returns a list with one item at another place; the same order when there is no such place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const next = [...items];
  if (to < 0 || to >= items.length) return next;
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

/** Returns the steps with another one at a place, counted from 0; the same steps when they are as many as there can be. */
export function inserted<Step>(steps: readonly Step[], at: number, step: Step): Step[] {
  return isFull(steps) ? [...steps] : [...steps.slice(0, at), step, ...steps.slice(at)];
}
