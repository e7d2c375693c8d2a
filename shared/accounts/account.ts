import type { Item } from '../platform/store/item';
import { DEFAULT_DAILY_QUOTA, DEFAULT_MAX_SEGMENTS, type RateLimitBucket } from '../limits';
import type { ContentCategory } from '../content/rules/content-category';
import type { PhoneCountry } from '../phone-numbers/country';

export type OnOrOff = 'on' | 'off';

/** A tenant: everything else belongs to one. Only the operator creates or changes accounts. */
export interface Account {
  id: string;
  name: string;
  /** Two balances, in credits. **Source:** rules 8.4. */
  smsCredits: number;
  mmsCredits: number;
  /** Recipients of broadcasts and batches, and opt-in texts, per UTC day. */
  dailyQuota: number;
  /** The capability behind `optInMode` `SILENT`. **Source:** rules 5.5. */
  silentOptIn: boolean;
  /** IANA name; "today" for contacts without `tz`. */
  timeZone: string | undefined;
  /** Where the account's limit differs from the usual one. */
  rateLimits: Partial<Record<RateLimitBucket, number>>;
  /** Sender of opt-in texts of groups that have none of their own; absent: the only Active number. */
  defaultNumber: string | undefined;
  /** Whether STOP and HELP are answered; absent: as the stack says. */
  keywordReplies: OnOrOff | undefined;
  /** Answer to HELP; absent: one that names the account. */
  helpText: string | undefined;
  /** Answer to the STOP of somebody who was not opted out; absent: one that names the account. */
  optOutText: string | undefined;
  /** Content rules that do not hold for the account, such as alcohol for an age-gated programme. */
  contentExemptions: ContentCategory[];
  /** Countries that texts may go to; empty: any. **Source:** rules E7. */
  countries: PhoneCountry[];
  /** Whether `DIRECT` into a `DOUBLE` group is refused. **Source:** rules E7. */
  enforceOptInType: boolean;
  /** A resolved SMS that takes more segments is not handed over. */
  maxSegments: number;
  /** Set once the operator has closed the account: from then on its keys open nothing. */
  closedAt: string | undefined;
  createdAt: string;
}

export function readAccount(item: Item): Account {
  return {
    id: item.id as string,
    name: item.name as string,
    smsCredits: item.smsCredits as number,
    mmsCredits: item.mmsCredits as number,
    dailyQuota: (item.dailyQuota as number | undefined) ?? DEFAULT_DAILY_QUOTA,
    silentOptIn: (item.silentOptIn as boolean | undefined) ?? false,
    timeZone: item.timeZone as string | undefined,
    rateLimits: (item.rateLimits as Account['rateLimits'] | undefined) ?? {},
    defaultNumber: item.defaultNumber as string | undefined,
    keywordReplies: item.keywordReplies as OnOrOff | undefined,
    helpText: item.helpText as string | undefined,
    optOutText: item.optOutText as string | undefined,
    contentExemptions: (item.contentExemptions as ContentCategory[] | undefined) ?? [],
    countries: (item.countries as PhoneCountry[] | undefined) ?? [],
    enforceOptInType: (item.enforceOptInType as boolean | undefined) ?? false,
    maxSegments: (item.maxSegments as number | undefined) ?? DEFAULT_MAX_SEGMENTS,
    closedAt: item.closedAt as string | undefined,
    createdAt: item.createdAt as string,
  };
}
