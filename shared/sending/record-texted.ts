import { recordActivity } from '../audience/contacts/record-activity';
import type { E164 } from '../phone-numbers/e164';
import type { Platform } from '../platform/platform';

/**
 * Records for the conditions of audiences that a contact was texted, or may have been: an answer can be missing. Never rejects,
 * because a failure here must not repeat the text.
 *
 * **Source:** rules E3.
 */
export async function recordTexted(
  { table, clock, log }: Pick<Platform, 'table' | 'clock' | 'log'>,
  { accountId, to }: { accountId: string; to: string },
): Promise<void> {
  const texted = { activity: 'lastTextedAt', at: clock.now().toISOString() } as const;
  try {
    await recordActivity(table, { accountId, phoneNumber: to as E164, ...texted });
  } catch (error) {
    log.warn('The time of a text was not recorded at its contact', { error: String((error as Error).name) });
  }
}
