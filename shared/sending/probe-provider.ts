import { AnswerTally } from '../holds/answer-tally';
import type { Hold } from '../holds/hold';
import { recordAnswers, takeProbe } from '../holds/record-answers';
import type { Platform } from '../platform/platform';
import { checkAtProvider } from './send-to-provider';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids' | 'provider' | 'log'>;

/** Text of a number whose messages are held. */
interface HeldText {
  messageId: string;
  accountId: string;
  from: string;
  to: string;
}

/** Text of a check, which nobody gets. */
const BODY = 'Hello';

/**
 * Looks whether the provider is back, if it is time for the breaker's next probe. Of a number that is a check without a
 * message: one whose answer gets lost would end with an unknown outcome, each time anew. Of the AWS account it is a
 * message, since a check does not show that the spend limit is reached, and a refusal leaves no doubt.
 *
 * @returns `back`: the breaker has closed; `send`: one message goes out as the probe; `wait`: not now, or another worker
 *   was first, or the provider is not back
 *
 * **Source:** rules E8.1.
 */
export async function probeProvider(
  deps: Deps,
  { hold, ...text }: HeldText & { hold: Hold },
): Promise<'back' | 'send' | 'wait'> {
  const { accountId, from: number } = text;
  if (!(await takeProbe(deps, { accountId, number, hold }))) return 'wait';
  const { provider } = deps;
  if (hold.scope !== 'number' || !provider.check) return 'send';
  const tally = new AnswerTally().add(await checkAtProvider(deps, { ...text, body: BODY }));
  await recordAnswers(deps, { accountId, number, tally, known: hold.breaker, probed: hold });
  return tally.areBad.includes(false) ? 'back' : 'wait';
}
