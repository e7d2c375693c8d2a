import type { Account } from '../../accounts/account';
import type { Retention } from '../../accounts/retention';

/** Campaigns that an audience cannot exclude. */
export interface UnusableCampaigns {
  /** Ids that belong to no campaign of the account. */
  unknown: string[];
  /** Campaigns whose recipients are past retention, so that they cannot be looked up any more. */
  forgotten: string[];
}

/** Port through which audiences look up campaigns. */
export interface Campaigns {
  findUnusable(
    account: Pick<Account, 'id'> & Retention,
    options: { campaignIds: string[]; now: Date },
  ): Promise<UnusableCampaigns>;
  /** Returns the phone numbers of those contacts to whom one of the campaigns handed over a message. */
  findHandedOver(
    accountId: string,
    options: { campaignIds: string[]; contacts: ReadonlyArray<{ id: string; phoneNumber: string }> },
  ): Promise<ReadonlySet<string>>;
  /** Returns the status of a draft whose audience is the segment; absent when there is none. */
  findDraft(accountId: string, options: { segmentId: string }): Promise<string | undefined>;
}
