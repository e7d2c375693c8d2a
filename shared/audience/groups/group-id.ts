import { ServiceError } from '../../errors/service-error';

const GROUP_ID = /^grp_[A-Za-z0-9]{1,64}$/;

export const isGroupId = (text: string): boolean => GROUP_ID.test(text);

/** Returns the group id of a path; `undefined` when it is not well-formed. */
export function findGroupId(pathParameters: Record<string, string>): string | undefined {
  const groupId = pathParameters.groupId ?? pathParameters.id ?? '';
  return GROUP_ID.test(groupId) ? groupId : undefined;
}

/**
 * @throws ServiceError InvalidGroupId
 *
 * **Source:** rules 4.6, 4.7.
 */
export function readGroupId(pathParameters: Record<string, string>): string {
  const groupId = findGroupId(pathParameters);
  if (groupId === undefined) throw new ServiceError('InvalidGroupId');
  return groupId;
}
