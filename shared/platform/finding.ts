/**
 * State of a finding.
 *
 * - `ok`: set up as it must be
 * - `warning`: works, but causes harm under some load or in some case
 * - `problem`: texts are not sent, or STOPs and receipts are not received
 * - `unknown`: AWS did not allow the check
 */
export type State = 'ok' | 'warning' | 'problem' | 'unknown';

export interface Finding {
  /** Subject of the check, such as `sandbox` or `number +12065550100`. */
  check: string;
  state: State;
  finding: string;
  /** Advice for the operator; absent when nothing has to be done. */
  advice?: string;
}

export const ok = (check: string, finding: string): Finding => ({ check, state: 'ok', finding });
export const warning = (check: string, finding: string, advice: string): Finding => ({
  ...{ check, state: 'warning', finding, advice },
});
export const problem = (check: string, finding: string, advice: string): Finding => ({
  ...{ check, state: 'problem', finding, advice },
});
