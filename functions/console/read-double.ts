import { invalidRequest } from '../../shared/errors/service-error';
import { type E164, parseE164 } from '../../shared/phone-numbers/e164';

/**
 * Reads the number of a double.
 *
 * @param pointer place of the number in the request
 * @throws ServiceError InvalidRequest
 */
export function readDouble(raw: string, pointer: string): E164 {
  const double = parseE164(raw);
  if (double === undefined)
    throw invalidRequest({ pointer, reason: 'must be a phone number in E.164, such as +12125550123' });
  return double;
}
