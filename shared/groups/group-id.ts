import { ServiceError } from '../errors/service-error';

const GROUP_ID = /^grp_[A-Za-z0-9]{1,64}$/;

/**
 * @returns the same text
 * @throws ServiceError 33034
 *
 * **Source:** contract 4.6, 4.7.
 */
export function checkGroupId(rawGroupId: string): string {
  if (!GROUP_ID.test(rawGroupId)) throw new ServiceError(33034);
  return rawGroupId;
}
