import { invalidRequest } from '../errors/service-error';

/**
 * Refuses a rejection whose reason is nothing but white space: it tells the author what to change.
 *
 * @throws ServiceError InvalidRequest
 *
 * **Source:** rules E4.7.
 */
export function checkReason(reason: string): void {
  if (reason.trim() === '') throw invalidRequest({ pointer: '/reason', reason: 'must not be blank' });
}
