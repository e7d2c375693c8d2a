import type { Account } from '../../accounts/account';
import type { InvalidField } from '../../errors/error-details';
import { invalidRequest, ServiceError } from '../../errors/service-error';
import type { Table } from '../../platform/store/table';
import { listNumbers } from '../../senders/number-store';
import { isGroupId } from '../groups/group-id';
import { findGroup } from '../groups/group-store';
import { groupText } from '../groups/group-texts';
import { findOptInSender, readGroupSender } from '../groups/opt-in-sender';
import { checkOptInType, isOptInModeAvailable, type OptInMode } from '../groups/opt-in-mode';
import type { Enrolment } from './import-scope';

/** Part of an import's request that is about the group which its contacts join. */
export interface EnrolmentRequest {
  group?: string | undefined;
  optInMode?: OptInMode | undefined;
  consentBasis?: string | undefined;
}

/**
 * Checks how the contacts of an import join a group. They join with `SILENT` unless the caller names another mode.
 *
 * @returns `undefined` without a group: the import changes no consent
 * @throws ServiceError InvalidRequest, also when the account has no `SILENT` and the caller names no mode;
 *   InvalidGroupId, SilentOptInNotAvailable, GroupNotFound, SenderNotActive
 *
 * **Source:** rules E5.
 */
export async function findEnrolment(
  table: Table,
  { account, request }: { account: Account; request: EnrolmentRequest },
): Promise<Enrolment | undefined> {
  checkTogether(request);
  const { group: groupId, consentBasis = '' } = request;
  if (groupId === undefined) return undefined;
  if (!isGroupId(groupId)) throw new ServiceError('InvalidGroupId');
  if (request.optInMode && !isOptInModeAvailable(request.optInMode, account))
    throw new ServiceError('SilentOptInNotAvailable');
  const group = await findGroup(table, { accountId: account.id, groupId });
  if (!group) throw new ServiceError('GroupNotFound');
  const optInMode = request.optInMode ?? defaultOptInMode(account);
  if (optInMode === undefined) throw invalidRequest({ pointer: '/optInMode', reason: NO_DEFAULT_MODE });
  checkOptInType(optInMode, { account, group });
  const numbers = await listNumbers(table, account.id);
  const sender = await readGroupSender(table, group);
  const purpose = optInMode === 'CONFIRM' ? 'optInConfirmation' : 'optInMessage';
  if (optInMode !== 'SILENT' && groupText(group, { account, purpose }) !== undefined)
    findOptInSender({ group, account, numbers, sender });
  return { group, optInMode, consentBasis, account, numbers, sender };
}

/** Returns the mode of an import whose caller names none; `undefined` when the account requires one. */
export const defaultOptInMode = (account: Pick<Account, 'silentOptIn'>): OptInMode | undefined =>
  isOptInModeAvailable('SILENT', account) ? 'SILENT' : undefined;

const NO_DEFAULT_MODE =
  'required, since the account has no silent opt-in: DIRECT, with the opt-in message of the group, or CONFIRM, with a text that asks for a YES';

/** Requires a consent basis with a group: an import only changes consent when the caller states its basis. */
function checkTogether({ group, optInMode, consentBasis }: EnrolmentRequest): void {
  const errors: InvalidField[] = [];
  if (group !== undefined && (consentBasis ?? '').trim() === '') {
    errors.push({ pointer: '/consentBasis', reason: 'required with group: on what the consent rests' });
  }
  if (group === undefined) {
    if (optInMode !== undefined) errors.push({ pointer: '/optInMode', reason: 'only with group' });
    if (consentBasis !== undefined) errors.push({ pointer: '/consentBasis', reason: 'only with group' });
  }
  if (errors.length > 0) throw invalidRequest(...errors);
}
