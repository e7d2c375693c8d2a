import { type Contact, contactItem } from '../../contacts/contact';
import { type CustomFieldSchema, readSchema } from '../../custom-fields/custom-field-schema';
import { invalidRequest, ServiceError } from '../../../errors/service-error';
import type { E164 } from '../../../phone-numbers/e164';
import { contactKey, schemaKey } from '../../../platform/store/keys';
import { readByName } from '../../../platform/store/read-by-name';
import type { Table } from '../../../platform/store/table';

/** Contact with an id: not only the stored opt-out of a number. */
export type KnownContact = Contact & { id: string };

/** Two contacts of one person by their numbers: the one that is kept, and its double. */
export interface MergedPair {
  accountId: string;
  phoneNumber: E164;
  double: E164;
}

export type Pair = { kept: KnownContact; double: KnownContact; schema: CustomFieldSchema };

/** Pair whose merge is complete, with the fields that were taken. */
interface Merged {
  isMerged: true;
  kept: KnownContact;
  schema: CustomFieldSchema;
  taken: readonly string[];
}

/** Reads both contacts. `isMerged` is set when the double is merged into the kept contact already. */
export async function readPair(
  table: Table,
  { accountId, phoneNumber, double: other }: MergedPair,
): Promise<(Pair & { isMerged: false }) | Merged> {
  if (phoneNumber === other)
    throw invalidRequest({ pointer: '/double', reason: 'must be another number than that of the contact' });
  const items = await readByName(table, {
    kept: contactKey(accountId, phoneNumber),
    double: contactKey(accountId, other),
    schema: schemaKey(accountId),
  });
  const schema = readSchema(items.schema);
  const kept = contactItem.readIfAny(items.kept);
  const double = contactItem.readIfAny(items.double);
  if (!isContact(kept)) throw new ServiceError('ContactNotFound', { cause: 'addressed' });
  if (!isContact(double)) {
    if (double?.mergedInto?.contactId === kept.id)
      return { isMerged: true, kept, schema, taken: double.mergedInto.take };
    throw new ServiceError('ContactNotFound', { cause: 'double' });
  }
  if (double.likelyOptOut)
    throw new ServiceError('InvalidState', { cause: 'underReview', details: { status: 'likelyOptOut' } });
  return { isMerged: false, kept, double, schema };
}

const isContact = (contact: { id: string | undefined } | undefined): contact is KnownContact =>
  contact?.id !== undefined;

/** Returns the versions of both contacts as one text. */
export const versionOf = ({ kept, double }: Pair): string => `${kept.version}.${double.version}`;
