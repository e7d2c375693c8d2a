import { type Account, readAccount } from '../accounts/account';
import { type Group, readGroup } from '../audience/groups/group';
import { addLogContext } from '../platform/observability/log';
import { accountFormKey, accountKey, FORM_PREFIX, formOwnerKey, groupKey } from '../platform/store/keys';
import type { Table } from '../platform/store/table';
import { formOwnerItem, formVersionItem, isFormId, type OptInForm, optInFormItem } from './opt-in-form';

/** Form that people can fill in, with its account and group. */
export interface PublicForm {
  form: OptInForm;
  account: Account;
  group: Group;
}

/**
 * Finds a form by its public id.
 *
 * @returns `undefined` when there is none, its account is closed, or its group is gone
 */
export async function findPublicForm(table: Table, formId: string): Promise<PublicForm | undefined> {
  const found = await findForm(table, formId);
  if (!found) return undefined;
  addLogContext({ accountId: found.accountId });
  return readPublicForm(table, found);
}

/**
 * Reads what a form needs to be public.
 *
 * @returns `undefined` when its account is closed, or its group is gone
 */
export async function readPublicForm(table: Table, form: OptInForm): Promise<PublicForm | undefined> {
  const [account, group] = await table.batchGet([
    accountKey(form.accountId),
    groupKey(form.accountId, form.groupId),
  ]);
  const open = account && readAccount(account);
  if (!open || open.closedAt !== undefined || !group) return undefined;
  return { form, account: open, group: readGroup(group) };
}

/** Finds a form of any account. @returns `undefined` when there is none */
export async function findForm(table: Table, formId: string): Promise<OptInForm | undefined> {
  if (!isFormId(formId)) return undefined;
  const owner = formOwnerItem.readIfAny(await table.get(formOwnerKey(formId)));
  return owner && findFormOfAccount(table, { accountId: owner.accountId, formId });
}

export async function findFormOfAccount(
  table: Table,
  { accountId, formId }: { accountId: string; formId: string },
): Promise<OptInForm | undefined> {
  return optInFormItem.readIfAny(await table.get(accountFormKey(accountId, formId)));
}

/** Finds what a form said in a version, also after the form is deleted. */
export async function findFormVersion(
  table: Table,
  address: { accountId: string; formId: string; version: number },
): Promise<OptInForm | undefined> {
  return formVersionItem.readIfAny(await table.get(formVersionItem.key(address)));
}

/** Lists the forms of an account, oldest first. */
export async function listForms(table: Table, accountId: string): Promise<OptInForm[]> {
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': accountKey(accountId).pk, ':prefix': FORM_PREFIX },
    ConsistentRead: true,
  });
  return items.map(optInFormItem.read);
}
