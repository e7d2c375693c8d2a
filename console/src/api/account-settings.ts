/** Settings of the account, as an administrator set them. */
export interface AccountSettings {
  id: string;
  name: string;
  timeZone?: string;
  defaultNumber?: string;
  approvalAbove?: number;
  legalHours: boolean;
  marketingCap?: { messages: number; hours: number };
  maxSegments: number;
  dailyQuota: number;
  freeTexts: number;
  /** Limits in requests per minute, by bucket. */
  rateLimits: Record<string, number>;
  retentionDays: number | 'none';
  keywordReplies?: 'on' | 'off';
  helpText?: string;
  optOutText?: string;
  countries: string[];
  contentExemptions: string[];
  enforceOptInType: boolean;
  silentOptIn: boolean;
  createdAt: string;
}
