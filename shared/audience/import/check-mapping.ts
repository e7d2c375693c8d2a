import type { InvalidField } from '../../errors/error-details';
import { invalidRequest } from '../../errors/service-error';
import { isStorableText, NOT_STORABLE } from '../../text/storable-text';
import { canonicalField, type ColumnReading, TAGS_FIELD } from './import-columns';

/**
 * @throws ServiceError InvalidRequest with a pointer for each column that no file can have, or whose field does not
 *   exist or is mapped twice
 */
export function checkMapping({ mapping, ...reading }: ColumnReading): void {
  const seen = new Set<string>();
  const errors: InvalidField[] = [];
  for (const [column, field] of Object.entries(mapping)) {
    const pointer = `/mapping/${column.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const canonical = canonicalField(field, reading);
    if (!isStorableText(column)) {
      errors.push({ pointer, reason: NOT_STORABLE });
    } else if (canonical === undefined) {
      errors.push({ pointer, reason: field === TAGS_FIELD ? NO_GROUP : NO_FIELD });
    } else if (seen.has(canonical)) {
      errors.push({ pointer, reason: 'another column is mapped to this field' });
    } else {
      seen.add(canonical);
    }
  }
  if (errors.length > 0) throw invalidRequest(...errors);
}

const NO_FIELD = 'must be a field of a contact, such as phoneNumber, address.city or customFields.<label>';
const NO_GROUP = 'only with group: tags are those of the membership in it';
