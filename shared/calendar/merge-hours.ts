import { invalidRequest } from '../errors/service-error';
import type { SendingHours } from './sending-hours';
import type { Hours, HoursPatch } from './sending-hours.schema';

/**
 * Merges a patch into hours.
 *
 * @param patch `null` takes the hours out; absent: they stay
 * @param pointer place of the hours in the request
 * @throws ServiceError InvalidRequest when the result has no `from` or `to`
 *
 * **Source:** RFC 7396.
 */
export function mergeHours(
  before: SendingHours | undefined,
  patch: HoursPatch | null | undefined,
  pointer: string,
): Hours | undefined {
  if (patch === null || (patch === undefined && before === undefined)) return undefined;
  const { from, to, days } = { ...before, ...patch };
  if (from === undefined) throw invalidRequest({ pointer: `${pointer}/from`, reason: 'required' });
  if (to === undefined) throw invalidRequest({ pointer: `${pointer}/to`, reason: 'required' });
  return { from, to, ...(days && { days: [...days] }) };
}
