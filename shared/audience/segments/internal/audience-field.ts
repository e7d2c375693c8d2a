import type { FilterTerm } from '../../../platform/store/filter-terms';
import type { AttributePath } from '../../../platform/store/projection';
import type { Contact } from '../../contacts/contact';
import type { CustomFieldDefinition } from '../../custom-fields/custom-field-schema';

/** Kind of a field's values, which decides its operators. **Source:** rules E3. */
export type FieldKind = 'text' | 'number' | 'date' | 'instant' | 'boolean' | 'options';

/** Prefix of the ids that the options of a field are. */
export type IdPrefix = 'grp' | 'tag';

/** Value of a field that is not empty. A date is `YYYY-MM-DD`, an instant an ISO time. */
export type FieldValue = string | number | boolean | string[];

/** Field of contacts that a condition can compare. */
export interface AudienceField {
  kind: FieldKind;
  /** Returns the value; `undefined` when the field is empty. */
  read(contact: Contact): FieldValue | undefined;
  /** All attributes that `read` needs. */
  attributes: readonly AttributePath[];
  /**
   * Attribute path of the value as `read` or `stored` returns it, for DynamoDB filters; absent when the table stores it
   * in another form.
   */
  path: AttributePath | undefined;
  /**
   * Returns the values that the table can have for a value that `read` returns; only for a field whose options were
   * renamed.
   */
  stored?: (value: string) => string[];
  /** Returns the form in which `equals`, `notEquals` and `in` compare texts that people write in several ways. */
  canonical?: (text: string) => string;
  /**
   * Returns the names of a value that is a code. `startsWith` and `contains` compare them too when their text is longer
   * than any code.
   */
  names?: (contact: Contact) => readonly string[];
  /** Prefix of the ids that the options are; absent: they are no ids. */
  idPrefix?: IdPrefix;
  /**
   * Returns the term of the contacts that have an option, `undefined` for one that no contact has; only for a field
   * whose options are not in a list at `path`.
   */
  termOf?: (option: string) => FilterTerm | undefined;
  /** Generation of a custom field: a stored value of another generation does not belong to this field. */
  generation?: { path: AttributePath; value: number };
  /** Definition of a custom field, which stays the same when its label changes. */
  definition?: CustomFieldDefinition;
}
