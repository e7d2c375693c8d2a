import { invalidRequest } from '../../shared/errors/service-error';
import { MAX_OVERVIEW_DAYS } from '../../shared/limits';

const USUAL_DAYS = 30;

/**
 * Reads the query parameter `days`.
 *
 * @throws ServiceError InvalidRequest
 */
export function readDays(text = String(USUAL_DAYS)): number {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (days >= 1 && days <= MAX_OVERVIEW_DAYS) return days;
  throw invalidRequest({ pointer: '?days', reason: `must be a whole number from 1 to ${MAX_OVERVIEW_DAYS}` });
}
