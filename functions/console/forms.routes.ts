import {
  MAX_BRAND_CHARACTERS,
  MAX_FORM_DESCRIPTION_CHARACTERS,
  MAX_FORM_FREQUENCY_CHARACTERS,
  MAX_FORM_URL_CHARACTERS,
} from '../../shared/limits';
import { formOwnerItem, formVersionItem, optInFormItem } from '../../shared/opt-in-forms/opt-in-form';
import { declare } from './declare';
import { COUNT, GROUP_ID, listOf, record, resultsOf, TEXT, textOf, TIME } from './schemas';

const FORM = record({
  ...{ id: TEXT, url: TEXT, version: COUNT, group: GROUP_ID },
  ...{ brand: TEXT, description: TEXT, frequency: TEXT, termsUrl: TEXT, privacyUrl: TEXT },
  countries: listOf(TEXT),
  ...{ createdAt: TIME, updatedAt: TIME },
});
const CONTENT_EXAMPLE = {
  group: 'grp_01KJMNEX00Y7R3C5T9W2B6D8FG',
  brand: 'Acme Shoes',
  description: 'Offers and news',
  frequency: 'Up to 4 messages a month',
  termsUrl: 'https://example.com/terms',
  privacyUrl: 'https://example.com/privacy',
  countries: ['US'],
};
const EXAMPLE = {
  id: 'frm_01KJMNEX00P3X5V8N1K4H7G2QZ',
  url: 'https://sms.example.com/join/frm_01KJMNEX00P3X5V8N1K4H7G2QZ',
  version: 1,
  ...CONTENT_EXAMPLE,
  createdAt: '2026-03-01T12:00:00.000Z',
  updatedAt: '2026-03-01T12:00:00.000Z',
};
const answer = { name: 'OptInForm', schema: FORM, example: EXAMPLE };

const CONTENT = {
  group: textOf(100),
  brand: textOf(MAX_BRAND_CHARACTERS),
  description: textOf(MAX_FORM_DESCRIPTION_CHARACTERS),
  frequency: textOf(MAX_FORM_FREQUENCY_CHARACTERS),
  termsUrl: textOf(MAX_FORM_URL_CHARACTERS),
  privacyUrl: textOf(MAX_FORM_URL_CHARACTERS),
};
const COUNTRIES = { countries: { ...listOf(textOf(2)), maxItems: 300 } };

const ATTRIBUTES = [optInFormItem, formVersionItem].flatMap(({ attributes }) => attributes);
const OWNER = { form: formOwnerItem.attributes };
const read = { read: ['account' as const], query: ['account' as const] };

export const listForms = declare({
  operationId: 'listForms',
  method: 'GET',
  path: 'forms',
  scope: 'contacts:read',
  summary: 'List the opt-in forms of the account, oldest first',
  access: read,
  answer: { name: 'OptInForms', schema: resultsOf(FORM), example: { results: [EXAMPLE] } },
});

export const createForm = declare({
  operationId: 'createForm',
  method: 'POST',
  path: 'forms',
  scope: 'account:admin',
  summary: 'Create an opt-in form; its page is public at once',
  description:
    'People who sign up on the page join `group` once they have replied YES. Without `countries` it takes numbers of the ' +
    'countries that the account may ask.',
  access: {
    ...read,
    check: ['account'],
    putOnly: { account: ATTRIBUTES, ...OWNER },
  },
  request: { schema: record(CONTENT, COUNTRIES), example: CONTENT_EXAMPLE },
  answer: { ...answer, status: 201 },
  errors: [33031, 33034, 33110],
});

export const updateForm = declare({
  operationId: 'updateForm',
  method: 'PATCH',
  path: 'forms/{id}',
  scope: 'account:admin',
  summary: 'Change an opt-in form, which gets a new version',
  description: 'What is not named stays. An empty list of countries takes the limit away.',
  access: { read: ['account'], check: ['account'], putOnly: { account: ATTRIBUTES } },
  request: {
    schema: record({}, { ...CONTENT, ...COUNTRIES }),
    example: { frequency: 'Up to 2 messages a month' },
  },
  answer,
  errors: [33031, 33034, 33110],
});

export const deleteForm = declare({
  operationId: 'deleteForm',
  method: 'DELETE',
  path: 'forms/{id}',
  bucket: 'stop',
  scope: 'account:admin',
  summary: 'Delete an opt-in form: its page is gone, and people who have joined stay',
  access: { read: ['account'], delete: ['account', 'form'] },
  errors: [33110],
});

export const getFormEvidence = declare({
  operationId: 'getFormEvidence',
  method: 'GET',
  path: 'forms/{id}/evidence',
  scope: 'contacts:read',
  summary: 'A page with what carriers ask for at registration: the form, and the texts that follow',
  description: 'A form whose group is gone has none: its page is not public.',
  access: read,
  answer: {
    name: 'FormEvidence',
    schema: record({ page: TEXT }),
    example: { page: '<!doctype html> …' },
  },
  errors: [33031, 33110],
});

export const FORM_ROUTES = [listForms, createForm, updateForm, deleteForm, getFormEvidence];
