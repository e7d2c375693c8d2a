import { contactIndexAttributes, contactKey } from '../../../shared/platform/store/keys';
import type { ApiAccount, TestService } from './service';

/** Inserts a contact that is opted in, with the attributes that sending reads. */
export async function insertContact(
  { deps }: TestService,
  account: ApiAccount,
  phoneNumber: string,
): Promise<void> {
  const { accountId } = account;
  const now = deps.clock.now().toISOString();
  const id = deps.ids.next('con');
  await deps.table.put({
    Item: {
      ...contactKey(accountId, phoneNumber),
      ...contactIndexAttributes({ accountId, id }),
      entity: 'contact',
      id,
      accountId,
      phoneNumber,
      memberships: { grp_test: { optInAt: now, tagIds: [] } },
      version: 1,
      createdAt: now,
      updatedAt: now,
    },
  });
}
