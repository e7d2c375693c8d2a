import { isSendableText, NOT_SENDABLE } from '../../content/rules/invalid-characters';
import type { InvalidField } from '../../errors/error-details';
import { invalidRequest, ServiceError } from '../../errors/service-error';
import { MAX_BODY_CHARACTERS, MAX_GROUP_NAME_CHARACTERS } from '../../limits';
import { accountNumberKey } from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';
import { findGroup } from './group-store';

/** Texts of a group that the operator writes; absent ones are not checked. */
interface GroupTextsInput {
  name?: string | undefined;
  optInMessage?: string | undefined;
  confirmationMessage?: string | undefined;
  tags?: string[] | undefined;
}

/** @throws ServiceError InvalidRequest with a pointer for each text that cannot be stored or sent */
export function checkGroupTexts(input: GroupTextsInput): void {
  const errors: InvalidField[] = [];
  const check = (pointer: string, text: string | undefined, options: { most: number }) => {
    if (text === undefined) return;
    if (text.trim() === '') errors.push({ pointer, reason: 'must not be empty' });
    else if ([...text].length > options.most)
      errors.push({ pointer, reason: `must be at most ${options.most} characters` });
    else if (!isSendableText(text)) errors.push({ pointer, reason: NOT_SENDABLE });
  };
  check('/name', input.name, { most: MAX_GROUP_NAME_CHARACTERS });
  check('/optInMessage', input.optInMessage, { most: MAX_BODY_CHARACTERS });
  check('/confirmationMessage', input.confirmationMessage, { most: MAX_BODY_CHARACTERS });
  for (const [index, tag] of (input.tags ?? []).entries()) {
    check(`/tags/${index}`, tag, { most: MAX_GROUP_NAME_CHARACTERS });
    if ((input.tags ?? []).findIndex((other) => isSameTagName(other, tag)) < index) {
      errors.push({ pointer: `/tags/${index}`, reason: 'must be unique' });
    }
  }
  if (errors.length > 0) throw invalidRequest(...errors);
}

/** @throws ServiceError SenderNotAssigned when the account has no such number */
export async function checkGroupSender(
  table: Table,
  options: { accountId: string; from: string | undefined },
): Promise<void> {
  if (options.from === undefined) return;
  const item = await table.get(accountNumberKey(options.accountId, options.from));
  if (!item) throw new ServiceError('SenderNotAssigned');
}

/** @throws ServiceError InvalidRequest when the account has no such group */
export async function checkTestGroup(
  table: Table,
  options: { accountId: string; groupId: string },
): Promise<void> {
  if ((await findGroup(table, options)) === undefined)
    throw invalidRequest({ pointer: '/testGroup', reason: 'must be the id of a group of the account' });
}

export const isSameTagName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
