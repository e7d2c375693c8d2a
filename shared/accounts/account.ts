import { array, boolean, literal, number, object, optional, picklist, record, string, union } from 'valibot';
import {
  DEFAULT_DAILY_QUOTA,
  DEFAULT_FREE_TEXTS,
  DEFAULT_MAX_SEGMENTS,
  DEFAULT_RETENTION_DAYS,
  type RateLimitBucket,
} from '../limits';
import type { ContentCategory } from '../content/rules/content-category';
import type { PhoneCountry } from '../phone-numbers/country';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import { accountKey } from '../platform/store/keys';
import { storedText } from '../platform/store/stored-text';
import { storedCharge } from './stored-charge';

/**
 * A tenant: everything else belongs to one. Only the operator creates or changes accounts. An optional setting with a
 * default has that default in a new account, and in one that was stored before the setting existed.
 */
export const accountItem = defineItem({
  entity: 'account',
  key: accountKey,
  value: object({
    id: string(),
    name: string(),
    /** Two balances, in credits. **Source:** rules 8.4. */
    smsCredits: number(),
    mmsCredits: number(),
    /** Whether purses hold a part of the credits: it sends too much for one balance. */
    hasPurses: optional(boolean(), false),
    /** Counts how often credits were moved from the balance into purses. */
    purseFills: optional(number()),
    /** What all purses together hold at most; absent while nobody has looked since one was filled. */
    pursesHoldAtMost: optional(storedCharge),
    /** Recipients of broadcasts and batches, and opt-in texts, per UTC day. */
    dailyQuota: optional(number(), DEFAULT_DAILY_QUOTA),
    /** Opt-in, confirmation and keyword texts per UTC day, besides answers to STOP. **Source:** rules E7. */
    freeTexts: optional(number(), DEFAULT_FREE_TEXTS),
    /** The capability behind `optInMode` `SILENT`. **Source:** rules 5.5. */
    silentOptIn: optional(boolean(), false),
    /** IANA name; "today" for contacts without `tz`. */
    timeZone: optional(string()),
    /** IANA names that imports gave to contacts, besides those that the service derives. **Source:** rules E4.3, E5. */
    contactTimeZones: optional(array(string()), []),
    /** Where the account's limit differs from the usual one. */
    rateLimits: optional(record(storedText<RateLimitBucket>(), number()), {}),
    /** Sender of opt-in texts of groups that have none of their own; absent: the only Active number. */
    defaultNumber: optional(string()),
    /** Whether STOP and HELP are answered; absent: as the stack says. */
    keywordReplies: optional(picklist(['on', 'off'])),
    /** Answer to HELP; absent: one that names the account. */
    helpText: optional(string()),
    /** Answer to a contact's first STOP; absent: one that names the account. */
    optOutText: optional(string()),
    /** Content rules that do not hold for the account, such as alcohol for an age-gated programme. */
    contentExemptions: optional(array(storedText<ContentCategory>()), []),
    /** Countries that texts may go to; empty: any. **Source:** rules E7. */
    countries: optional(array(storedText<PhoneCountry>()), []),
    /** Whether `DIRECT` into a `DOUBLE` group is refused. **Source:** rules E7. */
    enforceOptInType: optional(boolean(), false),
    /** A resolved SMS of more segments is not sent. */
    maxSegments: optional(number(), DEFAULT_MAX_SEGMENTS),
    /** Days that messages, results, inbound texts and clicks are kept. **Source:** rules E2. */
    retentionDays: optional(union([number(), literal('none')]), DEFAULT_RETENTION_DAYS),
    /** ISO; what of it was made up to this time is over whatever the setting is now. **Source:** rules E2. */
    retainedSince: optional(string()),
    /** Whether marketing campaigns keep to the legal hours. **Source:** rules E4.4. */
    legalHours: optional(boolean(), true),
    /** Marketing campaigns' messages to one recipient, in so many hours; absent: any number. **Source:** rules E4.6. */
    marketingCap: optional(object({ messages: number(), hours: number() })),
    /** A launch for more recipients needs an approval; absent: none does. **Source:** rules E4.7. */
    approvalAbove: optional(number()),
    /** When the operator closed the account. The keys of a closed account are refused. */
    closedAt: optional(string()),
    /** When the operator deleted the data of the closed account: what is left of it are its books. */
    deletedAt: optional(string()),
    createdAt: string(),
  }),
});
export type Account = ValueOf<typeof accountItem>;
export type OnOrOff = NonNullable<Account['keywordReplies']>;

export const readAccount = accountItem.read;
