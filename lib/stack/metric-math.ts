import type { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { PERIOD } from './service-metrics';

export function total(label: string, parts: IMetric[], period = PERIOD): MathExpression {
  const usingMetrics = Object.fromEntries(parts.map((part, index) => [`part${index}`, part]));
  const expression = Object.keys(usingMetrics)
    .map((name) => `FILL(${name}, 0)`)
    .join(' + ');
  return new MathExpression({ expression, usingMetrics, label, period });
}

/**
 * Returns a part in percent of a whole, which is the sum of `of`. It is 0 while the numbers are small, so that a single
 * failure in a quiet night raises no alarm.
 *
 * @param options.atLeast least size of the part or the whole within the period
 */
export function share(options: {
  part: IMetric;
  of: IMetric[];
  atLeast: { part: number } | { whole: number };
  label: string;
  period?: Duration;
}): MathExpression {
  const whole = Object.fromEntries(options.of.map((metric, index) => [`whole${index}`, metric]));
  const sum = Object.keys(whole)
    .map((name) => `FILL(${name}, 0)`)
    .join(' + ');
  const { atLeast } = options;
  const isEnough = 'part' in atLeast ? `FILL(part, 0) >= ${atLeast.part}` : `${sum} >= ${atLeast.whole}`;
  return new MathExpression({
    expression: `IF(${isEnough}, 100 * FILL(part, 0) / (${sum}), 0)`,
    usingMetrics: { part: options.part, ...whole },
    label: options.label,
    period: options.period ?? PERIOD,
  });
}
