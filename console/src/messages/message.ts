/** Text as the API returns it. */
export interface ConsoleMessage {
  id: string;
  direction: 'outbound' | 'inbound';
  to: string | null;
  from: string | null;
  body: string | null;
  mediaUrl?: string;
  status: 'sent' | 'queued' | 'failed';
  createdAt: string;
  sentAt?: string;
  deliveryStatus?: 'pending' | 'delivered' | 'failed';
  errorType?: string;
  errorMessage?: string;
  carrierReason?: string;
  encoding?: string;
  segments?: number;
}

/** Text with the job or campaign that it belongs to. */
export interface TextEntry {
  message: ConsoleMessage;
  purpose?: string;
  jobId?: string;
  jobKind?: 'broadcast' | 'batch' | 'campaign';
  campaignId?: string;
}

/** Text with everything that is known about it. */
export interface TextStory extends TextEntry {
  charge?: { sms: number; mms: number };
  story: StoryEntry[];
}

/** Step in the history of a text. */
interface StoryEntry {
  at?: string;
  what: string;
  details: string;
}
