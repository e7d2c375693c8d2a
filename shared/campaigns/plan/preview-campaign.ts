import type { Account } from '../../accounts/account';
import { chargeForJob, totalCharge } from '../../accounts/charge';
import type { CustomFieldSchema } from '../../audience/custom-fields/custom-field-schema';
import { countSegments } from '../../content/segments';
import { epochMs } from '../../platform/clock';
import type { Platform } from '../../platform/platform';
import { resolveBody } from '../../sending/compose/prepare-body';
import { findDoubts } from '../../sending/compose/warn-of-body';
import type { Campaign } from '../record/campaign';
import type { AudienceDeps } from './campaign-audience';
import { type AudiencePlan, planAudience } from './plan-audience';
import { type Sample, warningsOf } from './preview-warnings';
import { findRegisteredLinks } from './registered-links';

type Deps = Pick<Platform, 'table' | 'clock'> & AudienceDeps;

/** As long as the token of a campaign's message is; it stands for no message. */
const SAMPLE_TOKEN = 'preview000';

/**
 * What a campaign would do if it were launched now. Sends and charges nothing.
 *
 * @throws ServiceError InvalidRequest, GroupNotFound, NoSuchResource when what the audience names is gone
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
  const doubts = findDoubts(campaign.body ?? '', { ...options, registeredLinks });
  const isMms = campaign.mediaUrl !== undefined;
  const { matched, sendable, blocked, isComplete, firstAtMs, lastAtMs, byTimeZone } = planned;
  return {
    audience: { matched, sendable, blocked, isComplete },
    ...(planned.underReview > 0 && { skipped: { review: planned.underReview } }),
    ...countSegments(campaign.body ?? ''),
    credits: totalCharge(chargeForJob('broadcast', { isMms }), sendable),
    firstAt: isoOrNull(firstAtMs),
    lastAt: isoOrNull(lastAtMs),
    byTimeZone: byTimeZone.map(({ timeZone, recipients, atMs }) => ({
      timeZone,
      recipients,
      at: new Date(atMs).toISOString(),
    })),
    samples: samples.map(({ to, text }) => ({ to, body: text })),
    warnings: warningsOf({ campaign, account, planned, samples, doubts, nowMs: epochMs(deps.clock) }),
  };
}

const isoOrNull = (atMs: number | undefined) => (atMs === undefined ? null : new Date(atMs).toISOString());

/** The texts of some recipients, with their values. */
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
    });
    return { to: contact.phoneNumber, text, refusal: refusal?.errorMessage };
  });
}
