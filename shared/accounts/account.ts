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
 * Tenant, to which everything else belongs. Only the operator creates or changes accounts. An optional setting with a
 * default has that default in a new account, and in one that was stored before the setting existed.
 */
export const accountItem = defineItem({
  entity: 'account',
  key: accountKey,
  value: object({
    id: string(),
    name: string(),
    /** The two balances, in credits. **Source:** rules 8.4. */
    smsCredits: number(),
    mmsCredits: number(),
    /** True when purses hold a part of the credits, because the account sends too much for one balance. */
    hasPurses: optional(boolean(), false),
    /** Number of times that credits were moved from the balance into purses. */
    purseFills: optional(number()),
    /** Upper bound of the credits in all purses; absent when a purse was filled since they were last read. */
    pursesHoldAtMost: optional(storedCharge),
    /** Most recipients of broadcasts and batches, and opt-in texts, per UTC day. */
    dailyQuota: optional(number(), DEFAULT_DAILY_QUOTA),
    /** Most opt-in, confirmation and keyword texts per UTC day, without answers to STOP. **Source:** rules E7. */
    freeTexts: optional(number(), DEFAULT_FREE_TEXTS),
    /** True when the account may use `optInMode` `SILENT`. **Source:** rules 5.5. */
    silentOptIn: optional(boolean(), false),
    /** IANA name; it decides "today" for contacts without `tz`. */
    timeZone: optional(string()),
    /** IANA names that imports gave to contacts, besides those that the service derives. **Source:** rules E4.3, E5. */
    contactTimeZones: optional(array(string()), []),
    /** Limits of the account that differ from the usual ones. */
    rateLimits: optional(record(storedText<RateLimitBucket>(), number()), {}),
    /** Sender of opt-in texts for groups without a number of their own; absent: the only Active number. */
    defaultNumber: optional(string()),
    /** Answers to STOP and HELP, on or off; absent: the setting of the stack. */
    keywordReplies: optional(picklist(['on', 'off'])),
    /** Answer to HELP; absent: a text that names the account. */
    helpText: optional(string()),
    /** Answer to a contact's first STOP; absent: a text that names the account. */
    optOutText: optional(string()),
    /** Content rules that do not apply to the account, such as alcohol for an age-gated programme. */
    contentExemptions: optional(array(storedText<ContentCategory>()), []),
    /** Countries that texts may go to; empty: all. **Source:** rules E7. */
    countries: optional(array(storedText<PhoneCountry>()), []),
    /** True when `DIRECT` into a `DOUBLE` group is refused. **Source:** rules E7. */
    enforceOptInType: optional(boolean(), false),
    /** Most segments of a resolved SMS; a longer one is not sent. */
    maxSegments: optional(number(), DEFAULT_MAX_SEGMENTS),
    /** Days that messages, results, inbound texts and clicks are kept. **Source:** rules E2. */
    retentionDays: optional(union([number(), literal('none')]), DEFAULT_RETENTION_DAYS),
    /** ISO time; data made up to this time are past retention whatever the setting is now. **Source:** rules E2. */
    retainedSince: optional(string()),
    /** True when marketing campaigns keep to the legal hours. **Source:** rules E4.4. */
    legalHours: optional(boolean(), true),
    /**
     * Most messages of marketing campaigns to one recipient within a number of hours; absent: no limit.
     *
     * **Source:** rules E4.6.
     */
    marketingCap: optional(object({ messages: number(), hours: number() })),
    /** Most recipients of a launch without an approval; absent: no launch needs one. **Source:** rules E4.7. */
    approvalAbove: optional(number()),
    /** Time at which the operator closed the account. The keys of a closed account are refused. */
    closedAt: optional(string()),
    /** Time at which the operator deleted the data of the closed account; only its books remain. */
    deletedAt: optional(string()),
    createdAt: string(),
  }),
});
export type Account = ValueOf<typeof accountItem>;
export type OnOrOff = NonNullable<Account['keywordReplies']>;

export const readAccount = accountItem.read;
