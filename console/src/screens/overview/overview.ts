import type { Campaign } from '../../api/schemas';

export interface DayRow {
  day: string;
  sent: number;
  failed: number;
  delivered: number;
  undelivered: number;
  clicked: number;
  optedOut: number;
}

export type Attention =
  | { kind: 'likelyOptOuts' | 'unreadConversations'; count: number }
  | { kind: 'awaitingApproval' | 'campaignPaused'; campaignId: string; name: string }
  | { kind: 'campaignFailed'; campaignId: string; name: string; errorCode?: number }
  | { kind: 'lowCredits'; sms: number; mms: number }
  | { kind: 'quotaNearlyUsed'; limit: number; usedToday: number }
  | { kind: 'webhookFailing' | 'webhookDisabled'; endpointId: string; host: string }
  | { kind: 'noActiveNumber' };

export interface OverviewData {
  credits: { sms: number; mms: number };
  quota: { limit: number; usedToday: number };
  totals: Omit<DayRow, 'day'>;
  series: DayRow[];
  runningCampaigns: Pick<Campaign, 'id' | 'name' | 'status' | 'counts'>[];
  attention: Attention[];
}
