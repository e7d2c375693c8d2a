import type { DropReason } from '../../drop-reason';
import { decideGate, findCaution } from '../../../../audience/consent/compliance-gate';
import { GATE_ATTRIBUTES, gatedContactItem } from '../../../../audience/contacts/contact';
import { ServiceError } from '../../../../errors/service-error';
import { decideKey, readKeyRecord } from '../../../idempotency/key-record';
import type { RecipientCaution } from '../../../../messages/recipient-caution';
import { contactKey, idempotencyKey } from '../../../../platform/store/keys';
import type { Platform } from '../../../../platform/platform';
import type { JobRecipient } from '../../chunk';
import { countDropped, type DroppedRecipient } from '../../dropped-recipients';

/** Accepted and dropped recipients of a job, in the order of the request. */
export interface FilteredRecipients {
  accepted: JobRecipient[];
  dropped: DroppedRecipient[];
  /** Number of accepted recipients by caution: they are skipped at their turn, unless it has ended by then. */
  cautioned: Record<RecipientCaution, number>;
}

/** Number of contacts that are read at a time, so that 50,000 contacts are never in memory at once. */
const SLICE = 2_000;
const READS_AT_ONCE = 16;

/**
 * Applies the compliance gate to all recipients, then checks their keys: a recipient that is not opted in, has opted
 * out, or was sent to under the same key is dropped.
 *
 * @throws ServiceError HardOptedOut when all are hard-opted-out, NotOptedIn when no recipient is opted in
 *
 * **Source:** rules 4.2.
 */
export async function filterRecipients(
  deps: Pick<Platform, 'table' | 'clock'>,
  options: { accountId: string; recipients: JobRecipient[] },
): Promise<FilteredRecipients> {
  const { accountId, recipients } = options;
  const filtered: FilteredRecipients = { accepted: [], dropped: [], cautioned: { review: 0, set_aside: 0 } };
  for (let start = 0; start < recipients.length; start += SLICE) {
    const slice = recipients.slice(start, start + SLICE);
    const { refused, cautions } = await readGate(deps, { accountId, slice });
    const allowed = slice.filter((recipient) => !refused.has(recipient));
    const consumed = await findConsumed(deps, { accountId, slice: allowed });
    for (const recipient of slice) {
      const reason = refused.get(recipient) ?? (consumed.has(recipient) ? 'keyConsumed' : undefined);
      if (reason === undefined) {
        filtered.accepted.push(recipient);
        const caution = cautions.get(recipient);
        if (caution) filtered.cautioned[caution]++;
      } else filtered.dropped.push({ to: recipient.to, reason });
    }
  }
  const { notOptedIn, hardOptedOut } = countDropped(filtered.dropped);
  if (hardOptedOut === recipients.length) throw new ServiceError('HardOptedOut', { cause: 'everyRecipient' });
  if (hardOptedOut + notOptedIn === recipients.length) {
    throw new ServiceError('NotOptedIn', { cause: hardOptedOut > 0 ? 'orHardOptedOut' : 'everyRecipient' });
  }
  return filtered;
}

type Slice = { accountId: string; slice: JobRecipient[] };

/**
 * Applies the gate to a slice of recipients. An eventually consistent read is enough, because the gate is checked again
 * at the recipient's turn.
 */
async function readGate(
  deps: Pick<Platform, 'table'>,
  { accountId, slice }: Slice,
): Promise<{ refused: Map<JobRecipient, DropReason>; cautions: Map<JobRecipient, RecipientCaution> }> {
  const items = await deps.table.batchGet(
    slice.map(({ to }) => contactKey(accountId, to)),
    {
      eventuallyConsistent: true,
      attributes: GATE_ATTRIBUTES,
      concurrency: READS_AT_ONCE,
    },
  );
  const refused = new Map<JobRecipient, DropReason>();
  const cautions = new Map<JobRecipient, RecipientCaution>();
  for (const [index, recipient] of slice.entries()) {
    const contact = gatedContactItem.readIfAny(items[index]);
    const decision = decideGate(contact);
    const caution = findCaution(undefined, contact);
    if (decision !== 'allowed') refused.set(recipient, decision);
    else if (caution) cautions.set(recipient, caution);
  }
  return { refused, cautions };
}

async function findConsumed(
  deps: Pick<Platform, 'table' | 'clock'>,
  { accountId, slice }: Slice,
): Promise<ReadonlySet<JobRecipient>> {
  const keyed = slice.flatMap((recipient) => {
    const { idempotencyKey: key } = recipient;
    return key === undefined ? [] : [{ recipient, key }];
  });
  if (keyed.length === 0) return new Set();
  const items = await deps.table.batchGet(
    keyed.map(({ key }) => idempotencyKey(accountId, 'message', key)),
    { eventuallyConsistent: true, concurrency: READS_AT_ONCE },
  );
  const now = deps.clock.now();
  const consumed = keyed.filter((_, index) => {
    const item = items[index];
    return item !== undefined && decideKey(readKeyRecord(item), now) === 'replay';
  });
  return new Set(consumed.map(({ recipient }) => recipient));
}
