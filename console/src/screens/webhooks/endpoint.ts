export interface Endpoint {
  id: string;
  url: string;
  eventTypes?: string[];
  status: 'enabled' | 'disabled';
  disabledReason?: string;
  disabledAt?: string;
  failingSince?: string;
  lastSuccessAt?: string;
  previousSecretValidUntil?: string;
  createdAt: string;
}

export interface Delivery {
  eventId: string;
  eventType: string;
  eventTime: string;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  lastAttemptAt?: string;
  lastResponseStatus?: number;
  lastError?: string;
  nextAttemptAt?: string;
}
