import type { E164 } from '../../phone-numbers/e164';
import { updateExpression } from '../../platform/store/expressions';
import type { Table } from '../../platform/store/table';
import { contactItem } from './contact';

/** Field of a contact with the time of its latest activity of a kind. */
type Activity = 'lastTextedAt' | 'lastClickedAt' | 'lastRepliedAt';

/**
 * Records that a contact was texted, has clicked a link or has sent a text, for the conditions of audiences. Idempotent; an earlier time changes
 * nothing, nor does a number without a contact. It is no change of the contact: a concurrent one does not conflict with it.
 *
 * **Source:** rules E3.
 */
export async function recordActivity(
  table: Table,
  contact: { accountId: string; phoneNumber: E164; activity: Activity; at: string },
): Promise<void> {
  const { activity, at } = contact;
  await table.update({
    Key: contactItem.key(contact),
    ...updateExpression({ set: { [activity]: at } }, { names: { '#id': 'id' } }),
    ConditionExpression: `attribute_exists(#id) AND (attribute_not_exists(#${activity}) OR #${activity} < :${activity})`,
  });
}
