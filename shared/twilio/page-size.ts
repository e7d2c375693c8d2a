import { invalidRequest } from '../errors/service-error';

/** **Source:** Twilio, "Twilio's Response", "Paging Information". */
const DEFAULT_PAGE_SIZE = 50;
const MOST_PAGE_SIZE = 1_000;

/**
 * Reads Twilio's `PageSize`. A larger one than 1,000 counts as 1,000.
 *
 * @throws ServiceError InvalidRequest
 */
export function readPageSize(text: string | undefined): number {
  if (text === undefined || text === '') return DEFAULT_PAGE_SIZE;
  const size = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (size < 1) throw invalidRequest({ pointer: '?PageSize', reason: 'must be a positive integer' });
  return Math.min(MOST_PAGE_SIZE, size);
}
