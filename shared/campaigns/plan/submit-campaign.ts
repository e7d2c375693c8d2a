import type { Account } from '../../accounts/account';
import type { CustomFieldSchema } from '../../audience/custom-fields/custom-field-schema';
import { ServiceError } from '../../errors/service-error';
import type { Platform } from '../../platform/platform';
import type { Part } from '../../platform/store/commit';
import {
  keyExpiry,
  type KeyAddress,
  type KeyRecord,
  type StoredAnswer,
} from '../../sending/idempotency/key-record';
import { putKeyRecord } from '../../sending/idempotency/key-writes';
import { claimRequestKey, releaseRequestKey, replayJobRequest } from '../../sending/jobs/accept/request-key';
import type { Actor } from '../../accounts/actor';
import type { Campaign } from '../record/campaign';
import type { CampaignBody } from './campaign.schema';
import { type AudienceDeps, readAudience } from './internal/campaign-audience';
import { checkPlan } from './internal/check-plan';
import { newDraft, NO_COUNTS } from './internal/draft-campaign';
import { planLaunch } from './launch-campaign';
import { presentCampaign } from './present-campaign';
import { insertCampaign } from './internal/save-campaign';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'> & AudienceDeps;

interface Options {
  account: Account;
  schema: CustomFieldSchema;
  body: CampaignBody;
  /** Actor of the launch, with `launch`. */
  actor: Actor;
}

interface ClaimedKey {
  address: KeyAddress;
  record: KeyRecord;
}

/**
 * Creates a campaign, and launches it if the request says so: both or neither.
 *
 * @throws ServiceError IdempotencyKeyInUse when the same request is still running, and the errors of the steps
 *
 * **Source:** rules E4, 8.3.
 */
export async function submitCampaign(
  deps: Deps,
  options: Options,
): Promise<StoredAnswer & { isReplay: boolean }> {
  const { account, body } = options;
  if (body.idempotencyKey === undefined) return { ...(await create(deps, options, [])), isReplay: false };

  const address: KeyAddress = { accountId: account.id, scope: 'campaign', key: body.idempotencyKey };
  const record = await claimRequestKey(deps, address);
  if (!record) return replayOrRefuse(deps, address);
  try {
    const answer = await create(deps, options, [{ address, record }]);
    return answer === 'keyTaken' ? await replayOrRefuse(deps, address) : { ...answer, isReplay: false };
  } catch (error) {
    // A claim that cannot be released now ends with its lease.
    await releaseRequestKey(deps, { address, record }).catch(() => undefined);
    throw error;
  }
}

async function create(deps: Deps, options: Options, keys: []): Promise<StoredAnswer>;
async function create(deps: Deps, options: Options, keys: [ClaimedKey]): Promise<StoredAnswer | 'keyTaken'>;
async function create(deps: Deps, options: Options, keys: ClaimedKey[]): Promise<StoredAnswer | 'keyTaken'> {
  const { account, schema, body, actor } = options;
  // 1. Check the plan and the audience.
  const plan = checkPlan(body);
  const audience = await readAudience(deps, { account, schema, input: body.audience });
  const draft = newDraft(deps, { account, plan, audience });
  // 2. Prepare the launch.
  const launch = body.launch ? await planLaunch(deps, { account, schema, campaign: draft, actor }) : {};
  const campaign: Campaign = { ...draft, ...launch };
  // 3. Store campaign, key and the call of its worker in one transaction.
  const answer = {
    status: 201,
    body: presentCampaign(campaign, { schema, counted: NO_COUNTS }),
  };
  const refusal = await insertCampaign(
    deps,
    campaign,
    keys.map((key) => consumeKey(deps, { key, campaign, answer })),
  );
  return refusal ?? answer;
}

function consumeKey(
  { clock }: Deps,
  { key, campaign, answer }: { key: ClaimedKey; campaign: Campaign; answer: StoredAnswer },
): Part<'keyTaken'> {
  const write = putKeyRecord({
    address: key.address,
    replaces: key.record,
    record: {
      state: 'completed',
      revision: `${campaign.id}:created`,
      subjectId: campaign.id,
      leaseUntil: undefined,
      expiresAt: keyExpiry(clock.now()),
      answer,
    },
  });
  return { write, onFail: 'keyTaken' };
}

async function replayOrRefuse(
  deps: Deps,
  address: KeyAddress,
): Promise<StoredAnswer & { isReplay: boolean }> {
  const answer = await replayJobRequest(deps, { address, limitReachedAtMs: undefined });
  if (!answer) throw new ServiceError('IdempotencyKeyInUse', { cause: 'request', retryAfterSeconds: 1 });
  return { ...answer, isReplay: true };
}
