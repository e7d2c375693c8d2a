import type { Charge } from '../../../accounts/charge';
import { readSendId } from '../../../automations/record/send-id';
import type { ProviderDetails } from '../../../platform/provider/port';
import { OTHER, type Use } from '../../../statistics/usage';
import type { Job } from '../../jobs/job';

/** Text that a receipt is about. */
interface ReportedText {
  /** Campaign or automation, or kind of send. */
  source: string;
  /** Number or other identity from which it left, as far as the service knows. */
  from: string;
  charge: Charge;
}

type Details = Pick<ProviderDetails, 'parts' | 'price' | 'sentFrom' | 'country'>;

/** Returns the source of a job's texts: its campaign or automation, or its kind. */
export const sourceOfJob = ({ kind, campaignId }: Pick<Job, 'kind' | 'campaignId'>): string =>
  readSendId(campaignId)?.automationId ?? campaignId ?? kind;

/**
 * Returns the use that receipts of a text add. A text that has moved, because RCS fell back to a number or the country
 * became known, leaves its former place.
 *
 * @param details.before absent for the first receipts of the text
 */
export function usesOf(
  text: ReportedText,
  { before, after }: { before: Details | undefined; after: Details },
): Use[] {
  const now = useOf(text, after);
  return before === undefined ? [now] : [now, negative(useOf(text, before))];
}

function useOf({ source, from, charge }: ReportedText, { parts, price, sentFrom, country }: Details): Use {
  return {
    source,
    number: sentFrom ?? from,
    country: country !== undefined && /^[A-Z]{2}$/.test(country) ? country : OTHER,
    ...{ texts: 1, parts: parts ?? 0, smsCredits: charge.sms, mmsCredits: charge.mms },
    priceMicros: Math.round((price ?? 0) * MICRO),
  };
}

const MICRO = 1_000_000;

const negative = (use: Use): Use => ({
  ...use,
  texts: -use.texts,
  parts: -use.parts,
  smsCredits: -use.smsCredits,
  mmsCredits: -use.mmsCredits,
  priceMicros: -use.priceMicros,
});
