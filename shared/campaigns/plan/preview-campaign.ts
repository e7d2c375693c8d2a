import type { Account } from '../../accounts/account';
import { chargeForJob, totalCharge } from '../../accounts/charge';
import { presentLookUps } from '../../audience/contacts/look-up';
import type { CustomFieldSchema } from '../../audience/custom-fields/custom-field-schema';
import { countParts, countSegments } from '../../content/segments';
import type { Platform } from '../../platform/platform';
import { accountNumberKey } from '../../platform/store/keys';
import { isSenderId } from '../../phone-numbers/e164';
import type { Sender } from '../../senders/sender';
import { findSender } from '../../senders/sender-store';
import { readRates } from '../../senders/read-members';
import { slotLengthMs } from '../../senders/reserve-slots';
import { resolveBody } from '../../sending/compose/prepare-body';
import { findDoubts } from '../../sending/compose/warn-of-body';
import type { Campaign } from '../record/campaign';
import { type Pace, planPace } from '../timing/pace';
import type { AudienceDeps } from './internal/campaign-audience';
import { readPacedCap } from './internal/paced-cap';
import { type AudiencePlan, planAudience } from './internal/plan-audience';
import { type Sample, warningsOf } from './internal/preview-warnings';
import { warnOfWords } from './words-take-no-stop';
import { spanOf } from './internal/recipient-turns';
import { findRegisteredLinks } from '../record/registered-links';

type Deps = Pick<Platform, 'table' | 'clock'> & AudienceDeps;

/** Token of a sample link, as long as the token of a campaign's message; it belongs to no message. */
const SAMPLE_TOKEN = 'preview000';

/**
 * Previews what a campaign would do if it were launched now. Sends and charges nothing.
 *
 * @throws ServiceError InvalidRequest, GroupNotFound, NoSuchResource when a resource of the audience is gone
 *
 * **Source:** rules E4.
 */
export async function previewCampaign(
  deps: Deps,
  options: { account: Account; schema: CustomFieldSchema; campaign: Campaign },
) {
  const { campaign, account } = options;
  const planned = await planAudience(deps, options);
  const registeredLinks = await findRegisteredLinks(deps.table, options);
  const samples = composeSamples(deps, { ...options, planned, registeredLinks });
  const doubts = findDoubts(campaign.body ?? '', { ...options, registeredLinks, hasDefaults: true });
  const sender = await findSenderOf(deps, campaign);
  const pace = await paceOf(deps, { ...options, planned, samples });
  const isMms = campaign.mediaUrl !== undefined;
  const { matched, sendable, blocked, isComplete, estimate, byTimeZone, unreachable } = planned;
  const expiring = sendable - planned.underReview - pace.reached;
  return {
    audience: { matched, sendable, blocked, isComplete, ...(estimate && { estimate }) },
    ...(planned.underReview > 0 && { skipped: { review: planned.underReview } }),
    ...presentLookUps(planned.lookUps),
    ...countSegments(campaign.body ?? ''),
    // The credits of recipients who are skipped are taken first, and come back.
    credits: totalCharge(chargeForJob('broadcast', { isMms }), sendable + (blocked.setAside ?? 0)),
    firstAt: isoOrNull(pace.firstAtMs),
    lastAt: isoOrNull(pace.lastAtMs),
    durationSeconds: Math.ceil(((pace.lastAtMs ?? 0) - (pace.firstAtMs ?? 0)) / 1000),
    expiring,
    unreachable,
    byTimeZone: byTimeZone.map(({ timeZone, recipients, atMs }) => ({
      timeZone,
      recipients,
      at: isoOrNull(atMs),
    })),
    samples: samples.map(({ to, text }) => ({ to, body: text })),
    warnings: [
      ...warnOfWords(sender, { account, campaign }),
      ...warningsOf({
        ...{ campaign, account, planned, expiring, samples, doubts },
        clock: deps.clock,
      }),
    ],
  };
}

async function findSenderOf({ table }: Deps, { accountId, from }: Campaign): Promise<Sender | undefined> {
  return isSenderId(from) ? findSender(table, { accountId, senderId: from }) : undefined;
}

/** Plans when recipients are reached at the rate of the sender, if nothing else is sent from it. */
async function paceOf(
  deps: Deps,
  options: { account: Account; campaign: Campaign; planned: AudiencePlan; samples: Sample[] },
): Promise<Pace> {
  const { account, campaign, planned, samples } = options;
  const isMms = campaign.mediaUrl !== undefined;
  const sender = await deps.table.get(accountNumberKey(account.id, campaign.from));
  const rates = sender && (await readRates(deps.table, sender, { isMms }));
  const { expiresAtMs } = spanOf(deps, options);
  if (!sender || !rates?.length) return planPace(planned.groups, { slotMs: 0, expiresAtMs });
  // The samples estimate the parts of all texts.
  const texts = samples.length > 0 ? samples.map(({ text }) => text) : [campaign.body ?? ''];
  const slots = texts.map((text) => {
    const parts = countParts({ body: text, mediaUrl: campaign.mediaUrl });
    const lengths = rates.map((ratePerSecond) => slotLengthMs({ ratePerSecond, parts }));
    const [only, ...others] = lengths;
    if (only !== undefined && others.length === 0) return only;
    // All members send at once.
    return 1 / lengths.reduce((sum, lengthMs) => sum + 1 / lengthMs, 0);
  });
  const slotMs = slots.reduce((sum, slot) => sum + slot, 0) / slots.length;
  const parts = texts.map((body) => countParts({ body, mediaUrl: campaign.mediaUrl }));
  const cap = await readPacedCap(deps, { sender, parts });
  return planPace(planned.groups, { slotMs, expiresAtMs, cap });
}

const isoOrNull = (atMs: number | undefined) => (atMs === undefined ? null : new Date(atMs).toISOString());

/** Composes the texts of some recipients with their values. */
function composeSamples(
  deps: Deps,
  options: {
    account: Account;
    schema: CustomFieldSchema;
    campaign: Campaign;
    planned: AudiencePlan;
    registeredLinks: ReadonlySet<string>;
  },
): Sample[] {
  const { account, schema, campaign, planned, registeredLinks } = options;
  const { body = '' } = campaign;
  return planned.sample.map((contact) => {
    const { text, refusal } = resolveBody({
      body,
      isMms: campaign.mediaUrl !== undefined,
      contact,
      schema,
      account,
      registeredLinks,
      trackingToken: SAMPLE_TOKEN,
      now: deps.clock.now(),
      hasDefaults: true,
    });
    return { to: contact.phoneNumber, text, refusal: refusal?.errorMessage };
  });
}
