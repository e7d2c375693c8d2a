import { CONTACT_FIELD_NAMES } from '../../shared/audience/contacts/contact-fields';
import { MAX_CUSTOM_FIELDS } from '../../shared/limits';
import { CONSENT_CHANGE } from '../table-access';
import { declare } from './declare';
import { GROUP_ID, listOf, PHONE, record, TEXT, textOf } from './schemas';

const CONTACT = { $ref: '#/components/schemas/Contact' };
const FIELD = record({ field: TEXT }, { label: TEXT });
const DOUBLE = '+12065550199';
const CONTACT_EXAMPLE = {
  ...{ id: 'con_01KJMNEX00Y5T3R1W9P7C2SVDB', phoneNumber: '+12065550123', firstName: 'Ada' },
  ...{ isFavorite: false, customFields: {}, groups: [], pendingGroups: [] },
  createdAt: '2026-03-01T12:00:00.000Z',
};
const DOUBLE_EXAMPLE = {
  ...CONTACT_EXAMPLE,
  ...{ id: 'con_01KJMNEX00Q8W2E4R6T8Y1V3B5', phoneNumber: DOUBLE, email: 'ada@example.org' },
};
/** Longer than any number in E.164. */
const MAX_PHONE_CHARACTERS = 30;
const MAX_VERSION_CHARACTERS = 40;
/** Longer than the name of any field. */
const MAX_FIELD_CHARACTERS = 100;

export const previewMerge = declare({
  operationId: 'previewMerge',
  method: 'GET',
  path: 'contacts/{phoneNumber}/merge',
  scope: 'account:admin',
  summary: 'Preview the merge of a contact with its double',
  description:
    '`fills`: what only the double has, and the contact takes. `differs`: what both have; the contact keeps its own unless the request takes that of the double. `groupsLeft`: groups of the double that the contact does not join, because it has not agreed. Custom fields go by their key.',
  access: { read: ['account', 'contact'] },
  query: [{ name: 'double', description: 'Number of the double.', schema: PHONE }],
  answer: {
    name: 'MergePreview',
    schema: record({
      version: { type: 'string', description: 'Version that the merge request names.' },
      kept: CONTACT,
      double: CONTACT,
      fills: listOf(FIELD),
      differs: listOf(FIELD),
      tags: listOf(record({ group: TEXT, tag: TEXT })),
      groupsLeft: listOf(record({ id: GROUP_ID, name: TEXT })),
    }),
    example: {
      version: '3.7',
      kept: CONTACT_EXAMPLE,
      double: DOUBLE_EXAMPLE,
      fills: [{ field: 'email' }, { field: 'contact_custom_field_1', label: 'Topics' }],
      differs: [],
      tags: [{ group: 'Newsletter', tag: 'VIP' }],
      groupsLeft: [{ id: 'grp_01KJMNEX00T8QGJ3Y6Z0RSC4VN', name: 'Customers' }],
    },
  },
  errors: [33003, 33030, 33100, 33111],
});

export const mergeContacts = declare({
  operationId: 'mergeContacts',
  method: 'POST',
  path: 'contacts/{phoneNumber}/merge',
  plane: 'merge',
  scope: 'account:admin',
  summary: 'Merge a contact with its double, which is a contact no more',
  description:
    'The contact takes what it lacks, and the double’s values of the fields in `take`. Consent stays with its number: the contact joins no group and its opt-in does not change; the double leaves its groups, and its opt-out, log and texts stay under its number. `version` is that of the preview: 409 (33111) when one of the contacts has changed since. The same request continues a merge that was interrupted, and is answered again when it is complete; another `take` is refused as a change is.',
  access: {
    ...CONSENT_CHANGE,
    check: ['contact'],
  },
  request: {
    schema: record(
      { double: textOf(MAX_PHONE_CHARACTERS), version: textOf(MAX_VERSION_CHARACTERS) },
      {
        take: {
          type: 'array',
          maxItems: CONTACT_FIELD_NAMES.length + MAX_CUSTOM_FIELDS,
          uniqueItems: true,
          items: textOf(MAX_FIELD_CHARACTERS),
        },
      },
    ),
    example: { double: DOUBLE, version: '3.7', take: [] },
  },
  answer: {
    name: 'MergedContact',
    schema: record({ contact: CONTACT }),
    example: { contact: CONTACT_EXAMPLE },
  },
  errors: [33003, 33030, 33111],
});

export const MERGE_PREVIEW_ROUTES = [previewMerge];
export const MERGE_ROUTES = [mergeContacts];
