import type { Account } from '../../../accounts/account';
import { describeDoubt, type DoubtfulTag, refuseDoubt } from '../../../content/doubtful-tags';
import { countSegments } from '../../../content/segments';
import { type Clock, epochMs } from '../../../platform/clock';
import type { Campaign } from '../../record/campaign';
import { timingOfAccount } from '../../record/campaign-timing';
import { refuseLaunchTimes } from '../../timing/send-time';
import type { AudiencePlan } from './plan-audience';
import { reasonUnreachable } from './refuse-unreachable';

const OPT_OUT_HINT = /\b(stop|unsubscribe|opt[ -]?out)\b/i;

/** Text for one recipient. */
export interface Sample {
  to: string;
  text: string;
  /** Reason why the text would not be handed over. */
  refusal: string | undefined;
}

/** Returns warnings about problems that the caller may want to fix before the launch. */
export function warningsOf(options: {
  campaign: Campaign;
  account: Account;
  planned: AudiencePlan;
  /** Recipients who are not reached before the campaign expires. */
  expiring: number;
  samples: Sample[];
  doubts: DoubtfulTag[];
  clock: Clock;
}): string[] {
  const { campaign, account, planned, expiring, samples, doubts, clock } = options;
  const { body = '', mediaUrl, purpose, status } = campaign;
  const warnings: string[] = [];
  const refusal =
    status === 'draft'
      ? (refuseLaunchTimes(campaign, {
          account: timingOfAccount(account),
          nowMs: epochMs(clock),
          mayBeLate: campaign.putBack !== undefined,
        }) ?? refuseUnreached(planned, { campaign, account, clock }))
      : undefined;
  if (refusal) warnings.push(`It cannot be launched: ${refusal.pointer} ${refusal.reason}.`);
  warnings.push(...doubts.map((doubt) => aboutTag(doubt, campaign)));
  if (planned.sendable === 0) warnings.push('No contact of the audience can be sent to.');
  if (!planned.isComplete) warnings.push(aboutCount(planned));
  const { underReview, unreachable, blocked, sendable } = planned;
  if (underReview > 0)
    warnings.push(
      `${people(underReview)} under review for a likely opt-out, and would be skipped until it is decided.`,
    );
  if (unreachable > 0)
    warnings.push(`${people(unreachable)} not due before the campaign expires, and would be skipped.`);
  if (expiring > unreachable)
    warnings.push(
      `${people(expiring - unreachable)} not reached before the campaign expires at the rate of the sender, and would be skipped.`,
    );
  if (planned.waitForHours > 0)
    warnings.push(`${people(planned.waitForHours)} outside the hours, and would wait.`);
  if (planned.withoutZone > 0) warnings.push(aboutUnknownZones(planned.withoutZone, campaign, account));
  if (purpose === 'marketing' && !OPT_OUT_HINT.test(body))
    warnings.push('The text does not say how to opt out, such as "Reply STOP to opt out".');
  if (mediaUrl === undefined) warnings.push(...aboutLength(body, samples));
  const refused = samples.filter((sample) => sample.refusal !== undefined);
  if (refused[0])
    warnings.push(`${refused.length} of ${samples.length} samples would fail: ${refused[0].refusal}`);
  const { approvalAbove } = account;
  if (approvalAbove !== undefined && sendable + (blocked.setAside ?? 0) > approvalAbove)
    warnings.push(
      `It needs an approval: the audience has more than ${approvalAbove.toLocaleString('en-US')} recipients.`,
    );
  return warnings;
}

/** Returns the refusal of a launch that would reach no recipient, if the audience was counted to its end. */
function refuseUnreached(
  { isComplete, sendable, unreachable }: AudiencePlan,
  { clock, ...planned }: { campaign: Campaign; account: Account; clock: Clock },
): { pointer: string; reason: string } | undefined {
  const isLaunchRefused = isComplete && unreachable > 0 && unreachable === sendable;
  return isLaunchRefused ? reasonUnreachable({ clock }, planned) : undefined;
}

function aboutCount({ estimate }: AudiencePlan): string {
  const looked = 'Counting ran out of time: the figures are of the contacts that were looked at.';
  return estimate === undefined
    ? looked
    : `${looked} The audience has an estimated ${estimate.matched} contacts, right to within ${estimate.error}, of whom ${estimate.sendable} can be sent to.`;
}

function aboutTag(doubt: DoubtfulTag, { status }: Campaign): string {
  const isRefused = status === 'draft' && refuseDoubt(doubt) !== undefined;
  return isRefused ? `${describeDoubt(doubt)} A campaign with it cannot be launched.` : describeDoubt(doubt);
}

const people = (count: number) =>
  count === 1 ? '1 recipient is' : `${count.toLocaleString('en-US')} recipients are`;

function aboutUnknownZones(count: number, { purpose }: Campaign, account: Account): string {
  const { timeZone = 'UTC', areLegalHoursOff } = timingOfAccount(account);
  const warning = `${people(count)} without a known time zone: ${timeZone} counts for them.`;
  return purpose === 'marketing' && areLegalHoursOff !== true
    ? `${warning} +1 numbers among them are reached only while the legal hours are open in every zone of the United States.`
    : warning;
}

/** Warns of several segments by the texts of the samples, in which values stand in the place of their tags. */
function aboutLength(body: string, samples: Sample[]): string[] {
  const texts = samples.length === 0 ? [body] : samples.map(({ text }) => text);
  const lengths = texts.map(countSegments);
  const most = Math.max(...lengths.map(({ segments }) => segments));
  const isSame = lengths.every(({ segments }) => segments === most);
  return [
    ...(most > 1
      ? [`The text takes ${isSame ? '' : 'up to '}${most} segments, each of which carriers charge for.`]
      : []),
    ...(lengths.some(({ encoding }) => encoding === 'UCS-2')
      ? ['A character outside GSM-7 limits a segment to 70 characters.']
      : []),
  ];
}
