import type { Account } from '../../accounts/account';
import type { CustomFieldSchema } from '../../audience/custom-fields/custom-field-schema';
import { findSegmentOrThrow } from '../../audience/segments/segment-store';
import { invalidRequest, ServiceError } from '../../errors/service-error';
import { epochMs, isoNow } from '../../platform/clock';
import type { Platform } from '../../platform/platform';
import { accountNumberKey } from '../../platform/store/keys';
import { retryOnConflict } from '../../platform/store/retry-on-conflict';
import type { Table } from '../../platform/store/table';
import { refuseDoubt } from '../../content/doubtful-tags';
import { checkBody } from '../../sending/compose/prepare-body';
import { findDoubts } from '../../sending/compose/warn-of-body';
import { checkSender, refuseWhilePaused } from '../../senders/check-sender';
import { senderKeys } from '../../senders/number';
import { readActiveMembers } from '../../senders/read-members';
import type { Sender } from '../../senders/sender';
import { type Actor, areSame } from '../../accounts/actor';
import type { Campaign } from '../record/campaign';
import { findCampaignOrThrow } from '../record/campaign-store';
import { timingOfAccount } from '../record/campaign-timing';
import { refuseLaunchTimes } from '../timing/send-time';
import { type AudienceDeps, findAudience, type FoundAudience } from './internal/campaign-audience';
import { countSendable } from './internal/count-sendable';
import type { PlannedCampaign } from './internal/recipient-turns';
import { NOT_DECIDED } from './internal/draft-campaign';
import { refuseWithoutOptOut } from './words-take-no-stop';
import { refuseUnreachable } from './internal/refuse-unreachable';
import { findRegisteredLinks } from '../record/registered-links';
import { changeCampaign, type CampaignChanges } from './internal/save-campaign';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'> & AudienceDeps;

/** Called with the status of a campaign before a change and after it, for the audit log. */
export type TellStatus = (before: object, after: object) => void;

/** Request of a user without the right to launch: a user with it has to approve it, however many people it reaches. */
export interface Submission {
  /** Note to who decides. */
  note: string | undefined;
}

interface Launch {
  account: Account;
  schema: CustomFieldSchema;
  actor: Actor;
  /** Absent for a launch by who has the right. */
  submission?: Submission | undefined;
}

/**
 * Launches a draft, or submits it for approval. A campaign that was launched before is returned as it is.
 *
 * @throws ServiceError NoSuchResource; SendingPaused; InvalidState for a draft that was cancelled, and for a submission of
 *   a campaign that another user or a key has launched; the errors of `checkLaunch`
 *
 * **Source:** rules E4, E4.7.
 */
export async function launchCampaign(
  deps: Deps,
  options: Launch & { campaignId: string; beforeWrite?: TellStatus | undefined },
): Promise<Campaign> {
  const { account, campaignId: id } = options;
  return retryOnConflict(deps.table.waits, async () => {
    const campaign = await findCampaignOrThrow(deps.table, { accountId: account.id, id });
    const { status } = campaign;
    if (status !== 'draft') {
      if (campaign.launchedAt !== undefined && !isTakenFrom(campaign, options)) return campaign;
      throw new ServiceError('InvalidState', { details: { status } });
    }
    const changes = await planLaunch(deps, { ...options, campaign });
    options.beforeWrite?.({ status }, { status: changes.status, note: changes.note });
    return changeCampaign(deps, campaign, changes);
  });
}

/** Returns true for the submission of a campaign that another user or a key has launched: its note would get lost. */
const isTakenFrom = ({ launchedBy }: Campaign, { submission, actor }: Pick<Launch, 'submission' | 'actor'>) =>
  submission !== undefined && launchedBy !== undefined && !areSame(launchedBy, actor);

/** Returns the changes that the launch makes to a draft. */
export async function planLaunch(
  deps: Deps,
  options: Launch & { campaign: Campaign },
): Promise<CampaignChanges> {
  const { actor, account, submission } = options;
  const sender = { accountId: account.id, number: options.campaign.from };
  refuseWhilePaused(await deps.table.batchGet(senderKeys(sender)), account);
  const segmentAtLaunch = await copySegment(deps.table, options.campaign);
  const campaign = { ...options.campaign, segmentAtLaunch };
  const found = await checkLaunch(deps, { ...options, campaign });
  const mustWait = submission !== undefined || (await needsApproval(deps, { ...options, campaign }, found));
  return {
    status: mustWait ? 'awaitingApproval' : 'scheduled',
    launchedBy: actor,
    launchedAt: isoNow(deps.clock),
    segmentAtLaunch,
    ...NOT_DECIDED,
    ...(submission && { note: submission.note, isLauncherGone: true }),
  };
}

async function copySegment(
  table: Table,
  { accountId, audience: stored }: Campaign,
): Promise<Campaign['segmentAtLaunch']> {
  if (stored.kind !== 'segment') return undefined;
  const { audience, fieldReferences } = await findSegmentOrThrow(table, { accountId, id: stored.segmentId });
  return { audience, fieldReferences };
}

/**
 * Runs all checks of a launch, in the order in which errors are reported.
 *
 * @throws ServiceError InvalidRequest (times, tags of the body), SenderNotAssigned, SenderNotActive, InvalidCharacters,
 *   ContentViolation, GroupNotFound, NoSuchResource or InvalidRequest when a resource of the audience is gone, and
 *   InvalidRequest when no recipient can be reached before it expires
 */
export async function checkLaunch(
  deps: Deps,
  options: { account: Account; schema: CustomFieldSchema; campaign: Campaign },
): Promise<FoundAudience> {
  const { account, schema, campaign } = options;
  const { body = '', from } = campaign;
  const refusal = refuseLaunchTimes(campaign, {
    account: timingOfAccount(account),
    nowMs: epochMs(deps.clock),
    // The scheduled time passed before the launch could be approved.
    mayBeLate: campaign.putBack !== undefined,
  });
  if (refusal) throw invalidRequest(refusal);
  const [numberItem, registeredLinks] = await Promise.all([
    deps.table.get(accountNumberKey(account.id, from)),
    findRegisteredLinks(deps.table, options),
  ]);
  refuseTags(body, { schema, registeredLinks, hasDefaults: true });
  const sender = checkSender(numberItem);
  if ('members' in sender) await refuseSender(deps, sender, options);
  checkBody(body, {
    exemptCategories: new Set(account.contentExemptions),
    registeredLinks,
    hasDefaults: true,
  });
  const found = await findAudience(deps, options);
  await refuseUnreachable(deps, options, found);
  return found;
}

/**
 * @throws ServiceError SenderNotActive when no member of the sender is Active, InvalidRequest for marketing through a
 *   sender id without another way to opt out
 */
async function refuseSender(
  { table }: Deps,
  sender: Sender,
  planned: { account: Account; campaign: Campaign },
): Promise<void> {
  const { campaign } = planned;
  const refusal = refuseWithoutOptOut(sender, planned);
  if (refusal) throw invalidRequest(refusal);
  const members = await readActiveMembers(table, { sender, isMms: campaign.mediaUrl !== undefined });
  if (members.length === 0) throw new ServiceError('SenderNotActive', { cause: 'noMember' });
}

/**
 * Refuses doubtful tags. A single message is sent with such mistakes; a campaign would send them to a whole audience.
 * **Source:** rules E4.
 */
function refuseTags(...parameters: Parameters<typeof findDoubts>): void {
  const reasons = findDoubts(...parameters).map(refuseDoubt);
  const errors = reasons
    .filter((reason) => reason !== undefined)
    .map((reason) => ({ pointer: '/body', reason }));
  if (errors.length > 0) throw invalidRequest(...errors);
}

/** Returns true when the launch needs an approval, also when counting the audience takes too long. */
async function needsApproval(deps: Deps, planned: PlannedCampaign, found: FoundAudience): Promise<boolean> {
  const { approvalAbove } = planned.account;
  if (approvalAbove === undefined) return false;
  if ('retryOf' in found) {
    const { failed, unknown } = found.retryOf.counts;
    return failed - unknown > approvalAbove;
  }
  const { isComplete } = await countSendable(deps, planned, { found, enough: approvalAbove });
  return !isComplete;
}
