import { recordActivity } from '../audience/contacts/record-activity';
import type { E164 } from '../phone-numbers/e164';
import type { Platform } from '../platform/platform';
import type { SendOutcome } from '../platform/provider/port';

/**
 * Records for the conditions of audiences that a contact was texted. A missing answer counts as well: the contact may have the
 * text. Never rejects, because a failure here must not repeat the text.
 *
 * @param options.isTracked setting of the account; without it nothing is recorded
 *
 * **Source:** rules E3.
 */
export async function recordTexted(
  { table, clock, log }: Pick<Platform, 'table' | 'clock' | 'log'>,
  options: { isTracked: boolean; accountId: string; to: string; answer: SendOutcome },
): Promise<void> {
  const { isTracked, accountId, answer } = options;
  if (!isTracked || (answer.outcome !== 'accepted' && answer.outcome !== 'unknown')) return;
  const texted = { activity: 'lastTextedAt', at: clock.now().toISOString() } as const;
  try {
    await recordActivity(table, { accountId, phoneNumber: options.to as E164, ...texted });
  } catch (error) {
    log.warn('The time of a text was not recorded at its contact', { error: String((error as Error).name) });
  }
}
