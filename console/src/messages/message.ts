/** A text as the console's routes answer it. */
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
  purpose?: string;
  jobId?: string;
  jobKind?: 'broadcast' | 'batch' | 'campaign';
  campaignId?: string;
  charge?: { sms: number; mms: number };
  encoding?: string;
  segments?: number;
}

/** One thing that happened to a text. */
export interface StoryEntry {
  at?: string;
  what: string;
  details: string;
}
