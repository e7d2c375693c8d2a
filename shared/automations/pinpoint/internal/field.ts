import { findColumnAlias } from '../../../audience/import/column-aliases';
import { CUSTOM_FIELD_PREFIX } from '../../../audience/import/column-names';
import {
  type CustomFieldDefinition,
  customFieldKey,
  normalizeLabel,
  visibleFields,
} from '../../../audience/custom-fields/custom-field-schema';
import type { PinpointOptions } from '../pinpoint-options';

/** Kind of a field's values, which decides the operators of a condition. */
type Kind = CustomFieldDefinition['type'];

/** Field of a contact, or value of an event, that stands for an attribute of Pinpoint. */
export interface Field {
  /** Name in a condition; absent for a value of an event. */
  name: string | undefined;
  kind: Kind;
  /** Merge tag with its braces; absent for a field that texts cannot show. */
  tag: string | undefined;
}

/** Merge tags of the fields that every contact has. **Source:** rules 2.7. */
const TAGS: Readonly<Record<string, string>> = {
  firstName: 'contact_first_name',
  lastName: 'contact_last_name',
  email: 'contact_email',
  phoneNumber: 'contact_phone_number',
  gender: 'contact_gender',
  birthDate: 'contact_date_of_birth',
  'address.postalCode': 'contact_zip_code',
};
/** Fields that an attribute stands for by its name alone. Other names, such as `number`, may mean anything. */
const GUESSED = ['firstName', 'lastName', 'email', 'gender', 'birthDate'];
const WITHOUT_TAG = ['address.street', 'address.city', 'address.state', 'address.country', 'tz'];
const EVENT_PREFIX = 'event.';
/** Members of an endpoint that have a place here, whatever the operator maps. */
const KNOWN: Readonly<Record<string, string>> = {
  Address: 'phoneNumber',
  'Location.PostalCode': 'address.postalCode',
  'Location.City': 'address.city',
  'Location.Region': 'address.state',
  'Location.Country': 'address.country',
  'Demographic.Timezone': 'tz',
};

/**
 * Finds the field of an attribute: the one that the operator maps it to, else one with its name.
 *
 * @param source name in Pinpoint, such as `User.UserAttributes.FirstName`
 * @returns `undefined` when there is none
 */
export function findField(source: string, { fields, schema }: PinpointOptions): Field | undefined {
  const mapped = Object.hasOwn(fields, source) ? fields[source] : undefined;
  if (mapped !== undefined) return readField(mapped, schema);
  const known = Object.hasOwn(KNOWN, source) ? KNOWN[source] : undefined;
  if (known !== undefined) return readField(known, schema);
  const name = /^(?:Attributes|Metrics|User\.UserAttributes)\.(.+)$/s.exec(source)?.[1];
  if (name === undefined) return undefined;
  const alias = findColumnAlias(name)?.field ?? '';
  const custom = readField(`${CUSTOM_FIELD_PREFIX}${name}`, schema);
  return custom ?? (GUESSED.includes(alias) ? readField(alias, schema) : undefined);
}

/**
 * Reads the name of a field.
 *
 * @param name such as `firstName`, `customFields.Size` or `event.carrier`
 */
export function readField(name: string, schema: PinpointOptions['schema']): Field | undefined {
  if (name.startsWith(EVENT_PREFIX))
    return { name: undefined, kind: 'TEXT', tag: `{{event_${name.slice(EVENT_PREFIX.length)}}}` };
  if (name.startsWith(CUSTOM_FIELD_PREFIX)) {
    const label = normalizeLabel(name.slice(CUSTOM_FIELD_PREFIX.length));
    const definition = visibleFields(schema).find((field) => normalizeLabel(field.label) === label);
    return (
      definition && {
        name: `${CUSTOM_FIELD_PREFIX}${definition.label}`,
        kind: definition.type,
        tag: `{{${customFieldKey(definition.number)}}}`,
      }
    );
  }
  const tag = Object.hasOwn(TAGS, name) ? TAGS[name] : undefined;
  if (tag === undefined && !WITHOUT_TAG.includes(name)) return undefined;
  return {
    name,
    kind: name === 'birthDate' ? 'DATE' : 'TEXT',
    tag: tag === undefined ? undefined : `{{${tag}}}`,
  };
}
