import { decideGate } from '../consent/compliance-gate';
import { readContact } from '../contacts/contact';
import { ServiceError } from '../errors/service-error';
import { decideKey, readKeyRecord } from '../idempotency/key-record';
import { contactKey, idempotencyKey } from '../platform/keys';
import type { Platform } from '../platform/platform';
import type { JobRecipient } from './chunk';

/** Who is left of a job's recipients, and why the others are not. */
export interface FilteredRecipients {
  accepted: JobRecipient[];
  dropped: { notOptedIn: number; hardOptedOut: number; keyConsumed: number };
}

/** Read at a time, so that 50,000 contacts are never in memory at once. */
const SLICE = 2_000;
const READS_AT_ONCE = 16;

/**
 * The compliance gate over all recipients, then their keys: who is not opted in, has opted out, or was sent to under
 * the same key is dropped.
 *
 * @throws ServiceError 33029 when all are hard-opted-out, 33028 when nobody is opted in
 *
 * **Source:** contract 4.2.
 */
export async function filterRecipients(
  deps: Pick<Platform, 'table' | 'clock'>,
  options: { accountId: string; recipients: JobRecipient[] },
): Promise<FilteredRecipients> {
  const { accountId, recipients } = options;
  const dropped = { notOptedIn: 0, hardOptedOut: 0, keyConsumed: 0 };
  const accepted: JobRecipient[] = [];
  for (let start = 0; start < recipients.length; start += SLICE) {
    const slice = recipients.slice(start, start + SLICE);
    const allowed = await gateSlice(deps, { accountId, slice, dropped });
    accepted.push(...(await dropConsumed(deps, { accountId, slice: allowed, dropped })));
  }
  if (dropped.hardOptedOut === recipients.length) throw new ServiceError(33029);
  if (dropped.hardOptedOut + dropped.notOptedIn === recipients.length) throw new ServiceError(33028);
  return { accepted, dropped };
}

type Slice = { accountId: string; slice: JobRecipient[]; dropped: FilteredRecipients['dropped'] };

/** A moment's delay of the read does no harm: the gate is asked again when the message goes out. */
async function gateSlice(
  deps: Pick<Platform, 'table'>,
  { accountId, slice, dropped }: Slice,
): Promise<JobRecipient[]> {
  const items = await deps.table.batchGet(
    slice.map(({ to }) => contactKey(accountId, to)),
    {
      eventuallyConsistent: true,
      attributes: ['id', 'memberships', 'hardOptOut'],
      concurrency: READS_AT_ONCE,
    },
  );
  return slice.filter((_, index) => {
    const item = items[index];
    switch (decideGate(item && readContact(item))) {
      case 'allowed':
        return true;
      case 'hardOptedOut':
        dropped.hardOptedOut++;
        return false;
      case 'notOptedIn':
        dropped.notOptedIn++;
        return false;
    }
  });
}

async function dropConsumed(
  deps: Pick<Platform, 'table' | 'clock'>,
  { accountId, slice, dropped }: Slice,
): Promise<JobRecipient[]> {
  const keyed = slice.flatMap(({ idempotencyKey: key }) => (key === undefined ? [] : [key]));
  if (keyed.length === 0) return slice;
  const items = await deps.table.batchGet(
    keyed.map((key) => idempotencyKey(accountId, 'message', key)),
    { eventuallyConsistent: true, concurrency: READS_AT_ONCE },
  );
  const now = deps.clock.now();
  const consumed = new Set(
    keyed.filter((_, index) => {
      const item = items[index];
      return item !== undefined && decideKey(readKeyRecord(item), now) === 'replay';
    }),
  );
  dropped.keyConsumed += consumed.size;
  return slice.filter(({ idempotencyKey: key }) => key === undefined || !consumed.has(key));
}
