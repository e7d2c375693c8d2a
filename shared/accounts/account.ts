import { array, boolean, number, object, optional, string } from 'valibot';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import { accountKey } from '../platform/store/keys';
import { storedPause } from '../holds/pause';
import { storedCharge } from './stored-charge';
import { STORED_SETTINGS } from './internal/stored-settings';

/**
 * Tenant, to which everything else belongs. Only the operator creates or changes accounts. An optional setting with a
 * default has that default in a new account, and in one that was stored before the setting existed.
 */
export const accountItem = defineItem({
  entity: 'account',
  key: accountKey,
  value: object({
    id: string(),
    /** The two balances, in credits. **Source:** rules 8.4. */
    smsCredits: number(),
    mmsCredits: number(),
    /** True when credit shards hold a part of the credits, because the account sends too much for one balance. */
    hasCreditShards: optional(boolean(), false),
    /** Number of times that credits were moved from the balance into credit shards. */
    creditShardFills: optional(number()),
    /** Upper bound of the credits in all credit shards; absent when a credit shard was filled since they were last read. */
    creditShardsHoldAtMost: optional(storedCharge),
    ...STORED_SETTINGS,
    /** IANA names that imports gave to contacts, besides those that the service derives. **Source:** rules E4.3, E5. */
    contactTimeZones: optional(array(string()), []),
    /** ISO time; data made up to this time are past retention whatever the setting is now. **Source:** rules E2. */
    retainedSince: optional(string()),
    /** ISO time at which the setting of numbers that are set aside was last switched on; earlier failures do not count. */
    hardFailuresSince: optional(string()),
    /** Set while the account can be called in Twilio's form: its auth token's key, and the endpoint of its callbacks. */
    twilio: optional(object({ keyId: string(), endpointId: string() })),
    /** Set while sending is paused for the account. */
    paused: optional(storedPause),
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
