import { type Contact, contactItem } from '../../audience/contacts/contact';
import { erasedPersonOf } from '../../audience/contacts/erased-person';
import { findContact } from '../../audience/contacts/find-contact';
import { isoNow } from '../../platform/clock';
import type { Platform } from '../../platform/platform';
import { commit } from '../../platform/store/commit';
import { updateExpression } from '../../platform/store/expressions';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import { type Erasure, toErasureItem } from '../erasure';

type Deps = Pick<Platform, 'table' | 'clock'>;

/**
 * Ends an erasure after the pass: deletes what is left of the contact, keeps its opt-out under the hash of the number,
 * and removes the number from the erasure itself.
 */
export async function endErasure(deps: Deps, erasure: Erasure): Promise<void> {
  for (const phoneNumber of erasure.phoneNumbers) await dropRest(deps, { ...erasure, phoneNumber });
  const { id, accountId, requestedAt } = erasure;
  await deps.table.put({
    Item: toErasureItem({
      ...{ id, accountId, requestedAt },
      kind: 'person',
      status: 'completed',
      phoneNumbers: [],
      profiles: [],
      metByOthers: [],
      areNamesKnown: true,
      leavingGroupIds: [],
      isTableErased: true,
      hasUnended: false,
      searchedFiles: [],
      completedAt: isoNow(deps.clock),
    }),
  });
}

async function dropRest(
  { table }: Deps,
  options: { accountId: string; phoneNumber: string; id: string; requestedAt: string },
): Promise<void> {
  await retryOnConflict(table.waits, async () => {
    const contact = await findContact(table, options);
    if (contact?.erasureId !== options.id) return;
    return contact.id === undefined
      ? dropItem({ table }, contact, options.requestedAt)
      : keepNewContact({ table }, contact);
  });
}

/** Writes the hash again: the phone may have opted out since the erasure was requested. */
async function dropItem({ table }: Pick<Deps, 'table'>, contact: Contact, erasedAt: string) {
  const result = await commit(table, [
    {
      write: {
        Delete: {
          Key: contactItem.key(contact),
          ConditionExpression: 'version = :versionRead',
          ExpressionAttributeValues: { ':versionRead': contact.version },
        },
      },
      onFail: 'changedMeanwhile',
    },
    { write: { Put: { Item: await erasedPersonOf(contact, erasedAt) } } },
  ]);
  return result.committed ? undefined : CONFLICT;
}

/** Detaches the erasure from a contact that was created again while the erasure was running. */
async function keepNewContact({ table }: Pick<Deps, 'table'>, contact: Contact) {
  await table.update({
    Key: contactItem.key(contact),
    ...updateExpression({ remove: ['erasureId'] }, { values: { ':mine': contact.erasureId } }),
    ConditionExpression: '#erasureId = :mine',
  });
  return undefined;
}
