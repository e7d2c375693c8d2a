import { isLookUpDue } from '../../../../audience/contacts/look-up';
import { recordLookUp } from '../../../../audience/contacts/record-look-up';
import type { Contact } from '../../../../audience/contacts/contact';
import { epochMs } from '../../../../platform/clock';
import { type ChunkDeps, type ChunkWork, recipientAt } from './chunk-work';
import { readContacts } from './read-contacts';
import { type Candidate, refusalOf } from './send-to-recipients';

/** Longest time that a send batch waits for look-ups. */
const LOOK_UPS_WITHIN_MS = 3_000;

/**
 * Looks the numbers of a send batch up that were not within 90 days, so that landlines and invalid numbers are set aside
 * before their turn. Does nothing for accounts without the setting, and in an `emergency` campaign, which leaves none of
 * them out. A number without an answer gets its text.
 *
 * **Source:** rules E11.1.
 */
export async function lookUpRecipients(
  deps: ChunkDeps,
  work: ChunkWork,
  candidates: Candidate[],
): Promise<void> {
  work.lookUps.clear();
  if (!work.account.carrierLookup || work.campaign?.purpose === 'emergency' || !deps.provider.lookUp) return;
  const contacts = await readContacts(deps, work, {
    positions: candidates.map(({ position }) => position),
    isFirstTry: candidates.every(({ retry }) => retry === undefined),
  });
  const nowMs = epochMs(deps.clock);
  await Promise.all(
    candidates.map(async ({ position }, index) => {
      const contact = contacts[index];
      if (contact === undefined || contact === 'unreadable' || !isLookUpDue(contact, nowMs)) return;
      if (refusalOf(work, { position, contact }) === undefined)
        await lookUp(deps, work, { position, contact });
    }),
  );
}

async function lookUp(
  deps: ChunkDeps,
  work: ChunkWork,
  { position, contact }: { position: number; contact: Contact },
): Promise<void> {
  const { accountId } = work.job;
  const { to: phoneNumber } = recipientAt(work, position);
  try {
    const outcome = await deps.provider.lookUp?.(phoneNumber, { timeoutMs: LOOK_UPS_WITHIN_MS });
    if (outcome?.outcome !== 'found') return;
    const found = { lineType: outcome.lineType, at: deps.clock.now().toISOString() };
    work.lookUps.set(position, found);
    await recordLookUp(deps.table, { accountId, phoneNumber, contact, ...found });
  } catch (error) {
    deps.log.error('A number was not looked up', error);
  }
}
