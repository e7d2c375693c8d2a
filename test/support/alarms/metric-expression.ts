import { runInNewContext } from 'node:vm';

const FILLED_METRIC = /\bFILL\((\w+), (\d+)\)/g;
/** Form of an expression whose metrics are replaced by numbers: no name but that of a function. */
const MODELLED = /^(?:\bIF\(|[\d.\s+\-*/(),<>=])*$/;

/**
 * Evaluates a metric-math expression in one period, as CloudWatch does.
 *
 * @param values of the metrics by their ids; `undefined` for one without data
 * @returns `undefined` for no data point, as after a division by zero
 * @throws Error for anything that the stack does not use so far: other functions, and a metric without FILL
 *
 * **Source:** Amazon CloudWatch User Guide, "Using math expressions with CloudWatch metrics".
 */
export function evaluateExpression(
  expression: string,
  values: Record<string, number | undefined>,
): number | undefined {
  const arithmetic = expression.replaceAll(
    FILLED_METRIC,
    (_, name: string, filling: string) => `(${values[name] ?? filling})`,
  );
  if (!MODELLED.test(arithmetic)) throw new Error(`No model of the expression ${expression}`);
  const IF = (isTrue: boolean, yes: number, no: number) => (isTrue ? yes : no);
  const result = runInNewContext(arithmetic, { IF }) as number;
  return Number.isFinite(result) ? result : undefined;
}
