/**
 * - `ok`: as it must be
 * - `warning`: works, and will hurt under some load or in some case
 * - `problem`: texts are not sent, or STOPs and receipts do not come in
 * - `unknown`: AWS did not let it be looked at
 */
export type State = 'ok' | 'warning' | 'problem' | 'unknown';

export interface Finding {
  /** What was looked at, such as `sandbox` or `number +12065550100`. */
  check: string;
  state: State;
  finding: string;
  /** What to do about it; absent where nothing is to be done. */
  advice?: string;
}

export const ok = (check: string, finding: string): Finding => ({ check, state: 'ok', finding });
export const warning = (check: string, finding: string, advice: string): Finding => ({
  ...{ check, state: 'warning', finding, advice },
});
export const problem = (check: string, finding: string, advice: string): Finding => ({
  ...{ check, state: 'problem', finding, advice },
});
