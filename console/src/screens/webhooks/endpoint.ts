import { useQuery } from '@tanstack/react-query';
import { consoleRequest } from '../../api/client';
import { useAccount } from '../../app/session';

export interface Endpoint {
  id: string;
  url: string;
  /** Absent: all. */
  eventTypes?: string[];
  /** Set when one request has all due events, up to 100. */
  batch?: boolean;
  status: 'enabled' | 'disabled';
  disabledReason?: 'operator' | 'gone' | 'failing';
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
  event: Record<string, unknown>;
}

/** Reads the endpoints of the account, and the events that they can subscribe to. */
export function useEndpoints() {
  const { id } = useAccount();
  return useQuery({
    queryKey: [id, 'webhooks'],
    queryFn: () =>
      consoleRequest<{ results: Endpoint[]; eventTypes: string[] }>('webhooks', { accountId: id }),
  });
}
