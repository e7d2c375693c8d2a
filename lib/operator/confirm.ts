import { OperatorError } from './operator-error';
import type { OperatorIo } from './operator-io';

/** Question before a verb that cannot be undone. */
export interface Confirmation {
  /** Ends with a question mark. */
  question: string;
  /**
   * True: `--yes` is required without a terminal. The verbs of the first version do not require it, so that scripts
   * that use them still work.
   */
  isYesRequired: boolean;
}

/**
 * Asks at a terminal, unless the command line has `--yes`.
 *
 * @throws OperatorError when the answer is not yes, or the terminal is not interactive
 */
export async function confirm(
  io: Pick<OperatorIo, 'ask'>,
  { question, isYesRequired }: Confirmation,
): Promise<void> {
  if (io.ask === undefined) {
    if (isYesRequired) throw new OperatorError(`${question} This cannot be undone: confirm it with --yes.`);
    return;
  }
  const answer = await io.ask(`${question} This cannot be undone. [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new OperatorError('Nothing was changed.');
}
