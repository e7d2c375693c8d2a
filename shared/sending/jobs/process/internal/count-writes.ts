import {
  type Changes,
  updateExpression,
  type UpdateExpression,
} from '../../../../platform/store/expressions';
import type { JobCounts } from '../../job';

const COUNTS = ['sent', 'failed', 'skipped', 'unknown'] as const;

/** Returns an update that adds to the counts of a job or chunk, safe beside concurrent additions. */
export function countsExpression(
  moved: JobCounts,
  changes: Changes = {},
  extra: { names?: Record<string, string>; values?: Record<string, unknown> } = {},
): UpdateExpression {
  const rest = updateExpression(changes, {
    names: {
      ...extra.names,
      '#counts': 'counts',
      ...Object.fromEntries(COUNTS.map((name) => [`#${name}`, name])),
    },
    values: { ...extra.values, ...Object.fromEntries(COUNTS.map((name) => [`:${name}Moved`, moved[name]])) },
  });
  const moves = COUNTS.map((name) => `#counts.#${name} = #counts.#${name} + :${name}Moved`).join(', ');
  const { UpdateExpression: others } = rest;
  return {
    ...rest,
    UpdateExpression: others.startsWith('SET ')
      ? `SET ${moves}, ${others.slice('SET '.length)}`
      : `SET ${moves} ${others}`.trim(),
  };
}
