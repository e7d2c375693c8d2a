import { ServiceError } from '../../errors/service-error';
import { type E164, parseE164, parsePhoneOfText } from '../../phone-numbers/e164';

/**
 * Reads the phone number from the path of a contact.
 *
 * @returns `undefined` when it is not E.164
 *
 * **Source:** rules 4.
 */
export function findPhoneNumber(pathParameters: Record<string, string>): E164 | undefined {
  return parseE164(pathParameters.phoneNumber ?? '');
}

/** @throws ServiceError InvalidPhoneNumber */
export function readPhoneNumber(pathParameters: Record<string, string>): E164 {
  const phoneNumber = findPhoneNumber(pathParameters);
  if (phoneNumber === undefined) throw new ServiceError('InvalidPhoneNumber', { cause: 'notE164' });
  return phoneNumber;
}

/**
 * Reads the phone number of a person who may only have texted: texts also come from numbers that have not the length of
 * their country.
 *
 * @throws ServiceError InvalidPhoneNumber
 *
 * **Source:** rules E2.
 */
export function readPhoneNumberOfText(pathParameters: Record<string, string>): E164 {
  return (
    findPhoneNumber(pathParameters) ??
    parsePhoneOfText(pathParameters.phoneNumber ?? '') ??
    readPhoneNumber(pathParameters)
  );
}
