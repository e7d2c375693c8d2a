import { senderKeys } from '../../../senders/number';
import { type ActiveMember, readActiveMembers } from '../../../senders/read-members';
import { isSenderItem, senderItem } from '../../../senders/sender';
import type { Item } from '../../../platform/store/item';
import type { Account } from '../../../accounts/account';
import { readSchema } from '../../../audience/custom-fields/custom-field-schema';
import { ServiceError } from '../../../errors/service-error';
import type { StoredAnswer } from '../../idempotency/key-record';
import type { KeyAddress } from '../../idempotency/key-record';
import { isLinkIdentifier } from '../../../content/link';
import { findTrackingLinks } from '../../../content/merge-tags';
import { parseSender } from '../../../phone-numbers/e164';
import { accountLinkKey, schemaKey } from '../../../platform/store/keys';
import type { Platform } from '../../../platform/platform';
import { acceptJob, describeJobDryRun, planJob } from './internal/accept-job';
import { checkJobRequest } from './internal/check-job-request';
import { foreseeFailures } from './internal/foresee-failures';
import type { JobKind } from '../job';
import type { JobRequestBody } from '../job-request.schema';
import { warnOfJob } from './internal/warn-of-job';
import { claimRequestKey, releaseRequestKey, replayJobRequest } from './request-key';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

export type SubmitResult = StoredAnswer & { isReplay: boolean };

/**
 * Checks a broadcast or batch, and accepts it as a whole or not at all.
 *
 * @throws ServiceError IdempotencyKeyInUse when the same request is still running, and the errors of the steps
 *
 * **Source:** rules 4.2, 4.3, 8.3.
 */
export async function submitJob(
  deps: Deps,
  options: { kind: JobKind; account: Account; request: JobRequestBody },
): Promise<SubmitResult> {
  const { kind, account, request } = options;
  const { idempotencyKey: key, dryRun } = request;
  if (key === undefined || dryRun) return { ...(await runJobRequest(deps, options)), isReplay: false };

  const address: KeyAddress = { accountId: account.id, scope: kind, key };
  const record = await claimRequestKey(deps, address);
  if (!record) return replayOrRefuse(deps, address);
  try {
    const answer = await runJobRequest(deps, { ...options, key: { name: key, record } });
    return answer === 'keyTaken' ? await replayOrRefuse(deps, address) : { ...answer, isReplay: false };
  } catch (error) {
    // A claim that cannot be released now ends with its lease.
    await releaseRequestKey(deps, { address, record }).catch(() => undefined);
    throw error;
  }
}

type Options = Parameters<typeof submitJob>[1];
type ClaimedKey = NonNullable<Parameters<typeof acceptJob>[1]['key']>;

async function runJobRequest(deps: Deps, options: Options): Promise<StoredAnswer>;
async function runJobRequest(
  deps: Deps,
  options: Options & { key: ClaimedKey },
): Promise<StoredAnswer | 'keyTaken'>;
async function runJobRequest(
  deps: Deps,
  options: Options & { key?: ClaimedKey },
): Promise<StoredAnswer | 'keyTaken'> {
  const { account, request } = options;
  // 1. Run the checks that need no contacts.
  const links = linksOf(request);
  // An invalid number may be longer than a key of the table can be; it is refused below.
  const from = parseSender(request.from);
  const items = await deps.table.batchGet([
    ...links.map((link) => accountLinkKey(account.id, link)),
    ...(from === undefined ? [] : senderKeys({ accountId: account.id, number: from })),
  ]);
  const linkItems = items.slice(0, links.length);
  const senderItems = items.slice(links.length);
  const registeredLinks = new Set(links.filter((_, index) => linkItems[index] !== undefined));
  const members = await membersOf(deps, options, senderItems[0]);
  const checked = checkJobRequest({ ...options, senderItems, members, registeredLinks });
  // 2. Check gate, keys, quota and balances.
  const plan = await planJob(deps, { account, checked });
  if (request.dryRun) {
    const recipients = plan.filtered.accepted;
    const failing = await foreseeFailures(deps, { account, checked, recipients, registeredLinks });
    const schema = readSchema(await deps.table.get(schemaKey(account.id)));
    return describeJobDryRun(plan, { failing, warnings: warnOfJob(request, { schema, registeredLinks }) });
  }
  // 3. Accept the job as a whole or not at all.
  const result = await acceptJob(deps, { ...plan, key: options.key });
  return result === 'keyTaken' ? 'keyTaken' : result.answer;
}

/** Reads the Active members of the sender that a request names; `undefined` when it names none of the account. */
async function membersOf(
  { table }: Pick<Deps, 'table'>,
  { kind, request }: Options,
  item: Item | undefined,
): Promise<ActiveMember[] | undefined> {
  if (item === undefined || !isSenderItem(item)) return undefined;
  const mediaUrl = kind === 'broadcast' ? request.mediaUrl : request.recipients[0]?.mediaUrl;
  return readActiveMembers(table, { sender: senderItem.read(item), isMms: mediaUrl !== undefined });
}

async function replayOrRefuse(deps: Deps, address: KeyAddress): Promise<SubmitResult> {
  const answer = await replayJobRequest(deps, { address, limitReachedAtMs: undefined });
  if (!answer) throw new ServiceError('IdempotencyKeyInUse', { cause: 'request', retryAfterSeconds: 1 });
  return { ...answer, isReplay: true };
}

function linksOf(request: JobRequestBody): string[] {
  const bodies = [request.body, ...request.recipients.map(({ body }) => body)];
  const links = bodies.flatMap((body) => (body === undefined ? [] : findTrackingLinks(body)));
  return [...new Set(links)].filter(isLinkIdentifier);
}
