import { DEFAULT_PAGE_LIMIT, MAX_CONFIRMATION_TEXTS, MAX_PAGE_LIMIT } from '../../shared/limits';
import type { OperationId } from '../../shared/http/routes';
import { ANSWER_EXAMPLES, GROUP_PAGE_EXAMPLE, REQUEST_EXAMPLES } from './openapi-examples';
import type { DescribedAnswer, DescribedOperation } from './openapi-operation';

const contact = (description: string): DescribedAnswer => ({
  description,
  schema: 'Contact',
  examples: { contact: ANSWER_EXAMPLES.contact },
});

export const CONTACT_OPERATIONS = {
  createContact: {
    tag: 'Contacts',
    description:
      'Starts no consent flow: the contact can be sent to once it is in a group. All fields are optional.',
    request: { schema: 'contact', isRequired: false, examples: { contact: REQUEST_EXAMPLES.contact } },
    answers: { 201: contact('The contact.') },
    errors: [33033, 33037],
  },
  getContact: {
    tag: 'Contacts',
    description: 'With its groups, and those that wait for its confirmation.',
    answers: { 200: contact('The contact.') },
    errors: [33030],
  },
  updateContact: {
    tag: 'Contacts',
    description:
      'A JSON Merge Patch (RFC 7396): absent is unchanged, a value sets, `null` or an empty string clears. `address` and `customFields` are merged field by field. Memberships are never touched.',
    request: { schema: 'contact', isRequired: false, examples: { patch: REQUEST_EXAMPLES.contactPatch } },
    answers: { 200: contact('The contact after the change.') },
    errors: [33030, 33033],
  },
  getCustomFieldSchema: {
    tag: 'Contacts',
    description: 'The fields that `customFields` of a contact can have. Disabled ones are left out.',
    answers: {
      200: {
        description: 'The fields.',
        schema: 'CustomFieldList',
        examples: { fields: ANSWER_EXAMPLES.customFields },
      },
    },
    errors: [],
  },
  addMembership: {
    tag: 'Memberships',
    description: `Enrolling a member changes nothing; so does asking again for a confirmation that is pending. A contact that
opted out of everything can only come back by itself (33035), and one that has to confirm another group has to do that
first (33036).

\`DIRECT\` into a group with an opt-in message, and \`CONFIRM\`, send a text. It counts in the daily quota (33012), and
goes to the countries that the operator has enabled for the account, else to those of the account's own numbers (33003,
\`country_not_enabled\`). It comes from the number of the group, else from the default number of the account, else from its
only Active number. 33009: that number is not Active. 33100 for \`/optInMode\`: there is none, and what the operator has to
set. A contact is asked to confirm a group at most ${MAX_CONFIRMATION_TEXTS} times in 24 hours, removals in between or not (33109).

The operator can have \`DIRECT\` into groups of the type \`DOUBLE\` refused (33100).`,
    request: { schema: 'add-membership', isRequired: false, examples: { confirm: REQUEST_EXAMPLES.enrol } },
    answers: { 200: contact('The contact after the change.') },
    errors: [33009, 33012, 33030, 33031, 33035, 33036, 33038, 33109],
  },
  removeMembership: {
    tag: 'Memberships',
    description:
      'Ends a membership, pending or active. Removing somebody who is no member changes nothing. It is never recorded as an opt-out.',
    answers: { 200: contact('The contact after the change.') },
    errors: [33030, 33031],
  },
  listGroups: {
    tag: 'Groups',
    description: 'Newest first, in pages.',
    query: [
      { name: 'page', description: 'From 1 on.', schema: { type: 'integer', minimum: 1, default: 1 } },
      {
        name: 'limit',
        description: `Groups a page; more than ${MAX_PAGE_LIMIT} count as ${MAX_PAGE_LIMIT}.`,
        schema: { type: 'integer', minimum: 1, default: DEFAULT_PAGE_LIMIT },
      },
      {
        name: 'name',
        description: 'Part of the name, in upper or lower case.',
        schema: { type: 'string' },
      },
    ],
    answers: {
      200: { description: 'A page.', schema: 'GroupPage', examples: { page: GROUP_PAGE_EXAMPLE } },
    },
    errors: [33100],
  },
  getGroup: {
    tag: 'Groups',
    description: 'One group.',
    answers: {
      200: { description: 'The group.', schema: 'Group', examples: { group: ANSWER_EXAMPLES.group } },
    },
    errors: [33031],
  },
  showReference: {
    tag: 'Reference',
    description: 'A page for people. It needs no script and loads nothing from elsewhere.',
    answers: { 200: { description: 'HTML.', mediaType: 'text/html', headers: ['Cache-Control'] } },
    errors: [],
  },
  showOpenApi: {
    tag: 'Reference',
    description: 'This document.',
    answers: {
      200: {
        description: 'OpenAPI 3.1.',
        mediaType: 'application/json',
        headers: ['Cache-Control', 'Access-Control-Allow-Origin'],
      },
    },
    errors: [],
  },
  showErrorReference: {
    tag: 'Reference',
    description: 'Where `moreInfo` of an error leads: `#33028` is the anchor of the code 33028.',
    answers: { 200: { description: 'HTML.', mediaType: 'text/html', headers: ['Cache-Control'] } },
    errors: [],
  },
} as const satisfies Partial<Record<OperationId, DescribedOperation>>;
