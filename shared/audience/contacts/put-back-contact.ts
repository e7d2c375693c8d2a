import type { CustomFieldSchema } from '../custom-fields/custom-field-schema';
import type { E164 } from '../../phone-numbers/e164';
import { isoNow } from '../../platform/clock';
import type { Platform } from '../../platform/platform';
import { readByName } from '../../platform/store/read-by-name';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import type { Contact } from './contact';
import { type ContactItems, keysOfContact, readContactItems } from './contact-items';
import { contactUpdate } from './contact-write';
import type { HardFailures } from './hard-failures';

/**
 * Puts a number back that is set aside: jobs and campaigns take it again. Three more texts in a row have to fail for good
 * before it is set aside anew, and it is not looked up for 90 days. A contact that is not set aside stays as it is.
 *
 * @param options.items the items of `keysOfContact`, as read
 * @returns the contact after it, and the custom-field schema of its values
 * @throws ServiceError ContactNotFound
 *
 * **Source:** rules E11.
 */
export async function putBackContact(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  options: { accountId: string; phoneNumber: E164; items: ContactItems },
): Promise<{ contact: Contact; schema: CustomFieldSchema }> {
  const { accountId, phoneNumber } = options;
  let { items } = options;
  return retryOnConflict(table.waits, async () => {
    const { contact, schema } = readContactItems(items);
    if (contact.setAsideAt === undefined) return { contact, schema };
    const at = isoNow(clock);
    // Receipts of the texts that have failed can come again.
    const hardFailures: HardFailures = { since: at, texts: [] };
    const lookedUp = contact.lookedUp && { ...contact.lookedUp, putBackAt: at };
    const { written } = await table.update(
      contactUpdate({
        ...{ accountId, phoneNumber, known: contact, at },
        set: { hardFailures, lookedUp },
        remove: ['setAsideAt', 'setAsideReason'],
      }),
    );
    if (written) {
      const back = {
        hardFailures,
        lookedUp,
        setAsideAt: undefined,
        setAsideReason: undefined,
        updatedAt: at,
      };
      return { contact: { ...contact, ...back }, schema };
    }
    items = await readByName(table, keysOfContact(accountId, phoneNumber));
    return CONFLICT;
  });
}
