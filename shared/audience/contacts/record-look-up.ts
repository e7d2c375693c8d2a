import type { E164 } from '../../phone-numbers/e164';
import type { LineType } from '../../platform/provider/port';
import { updateExpression } from '../../platform/store/expressions';
import type { Table } from '../../platform/store/table';
import { type Contact, contactItem } from './contact';
import { contactUpdate } from './contact-write';
import { changeByLookUp, type LookUpState } from './look-up';

/**
 * Records the look-up of a number. One that leaves the contact as it is for its account is no change of the contact, so
 * that a concurrent one does not conflict with it. A number without a contact stays without.
 *
 * @param options.contact as read
 * @returns the contact as it is after the look-up
 *
 * **Source:** rules E11.1.
 */
export async function recordLookUp<Read extends LookUpState & Pick<Contact, 'id' | 'version'>>(
  table: Table,
  options: { accountId: string; phoneNumber: E164; contact: Read; lineType: LineType; at: string },
): Promise<Read> {
  const { contact, at } = options;
  const change = changeByLookUp(contact, options);
  const { lookedUp, ...aside } = change;
  await table.update(
    'setAsideAt' in aside
      ? contactUpdate({
          ...options,
          ...{ known: contact, allowsChanges: true },
          set: { ...change },
          remove: aside.setAsideAt === undefined ? ['setAsideAt', 'setAsideReason'] : [],
          at,
        })
      : {
          Key: contactItem.key(options),
          ...updateExpression({ set: { lookedUp } }, { names: { '#id': 'id' } }),
          ConditionExpression: 'attribute_exists(#id)',
        },
  );
  return { ...contact, ...change };
}
