import type { Account } from '../../accounts/account';

/** Campaigns that an audience cannot exclude. */
export interface UnusableCampaigns {
  /** No campaigns of the account. */
  unknown: string[];
  /** Their recipients are past retention: it is not known any more whom they reached. */
  forgotten: string[];
}

/** What audiences need to know of campaigns. */
export interface Campaigns {
  findUnusable(
    account: Pick<Account, 'id' | 'retentionDays'>,
    options: { campaignIds: string[]; now: Date },
  ): Promise<UnusableCampaigns>;
  /** Phone numbers of those of the contacts to whom one of the campaigns handed a message. */
  findHandedOver(
    accountId: string,
    options: { campaignIds: string[]; contacts: ReadonlyArray<{ id: string; phoneNumber: string }> },
  ): Promise<ReadonlySet<string>>;
  /** Status of a draft whose audience is the segment; absent when there is none. */
  findDraft(accountId: string, options: { segmentId: string }): Promise<string | undefined>;
}

/** An account without campaigns. */
export const NO_CAMPAIGNS: Campaigns = {
  findUnusable: (_account, { campaignIds }) => Promise.resolve({ unknown: campaignIds, forgotten: [] }),
  findHandedOver: () => Promise.resolve(new Set()),
  findDraft: () => Promise.resolve(undefined),
};
