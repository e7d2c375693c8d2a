/** A text as the API answers it. */
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

/** A text with what it belongs to. */
export interface TextEntry {
  message: ConsoleMessage;
  purpose?: string;
  jobId?: string;
  jobKind?: 'broadcast' | 'batch' | 'campaign';
  campaignId?: string;
}

/** Everything that is known about one text. */
export interface TextStory extends TextEntry {
  charge?: { sms: number; mms: number };
  story: StoryEntry[];
}

/** One thing that happened to a text. */
export interface StoryEntry {
  at?: string;
  what: string;
  details: string;
}
