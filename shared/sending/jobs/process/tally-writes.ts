import { type Changes, updateExpression, type UpdateExpression } from '../../../platform/store/expressions';
import type { Tally } from '../job';

const COUNTS = ['sent', 'failed', 'skipped', 'unknown'] as const;

/** An update that moves the counts of a `tally` by so many, whatever else moves them at the same time. */
export function tallyExpression(
  moved: Tally,
  changes: Changes = {},
  extra: { names?: Record<string, string>; values?: Record<string, unknown> } = {},
): UpdateExpression {
  const rest = updateExpression(changes, {
    names: {
      ...extra.names,
      '#tally': 'tally',
      ...Object.fromEntries(COUNTS.map((name) => [`#${name}`, name])),
    },
    values: { ...extra.values, ...Object.fromEntries(COUNTS.map((name) => [`:${name}Moved`, moved[name]])) },
  });
  const moves = COUNTS.map((name) => `#tally.#${name} = #tally.#${name} + :${name}Moved`).join(', ');
  const { UpdateExpression: others } = rest;
  return {
    ...rest,
    UpdateExpression: others.startsWith('SET ')
      ? `SET ${moves}, ${others.slice('SET '.length)}`
      : `SET ${moves} ${others}`.trim(),
  };
}
