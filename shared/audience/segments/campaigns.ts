/** What audiences need to know of campaigns. */
export interface Campaigns {
  /** Those of the ids that are no campaigns of the account. */
  findUnknown(accountId: string, campaignIds: string[]): Promise<string[]>;
  /** Phone numbers of those of the contacts to whom one of the campaigns handed a message. */
  findHandedOver(
    accountId: string,
    options: { campaignIds: string[]; contacts: ReadonlyArray<{ id: string; phoneNumber: string }> },
  ): Promise<ReadonlySet<string>>;
  /** Status of a campaign that has not ended and whose audience is the segment; absent when there is none. */
  findUnfinished(accountId: string, options: { segmentId: string }): Promise<string | undefined>;
}

/** An account without campaigns. */
export const NO_CAMPAIGNS: Campaigns = {
  findUnknown: (_accountId, campaignIds) => Promise.resolve(campaignIds),
  findHandedOver: () => Promise.resolve(new Set()),
  findUnfinished: () => Promise.resolve(undefined),
};
