import { REGISTRATION_TYPES } from '../../shared/platform/provider/eum/registrations/registration-types';
import { declareForOperators } from './declare';
import { COUNT, FLAG, listOf, oneOf, record, TEXT, TIME } from './schemas';

const TYPE = oneOf(REGISTRATION_TYPES);

const REQUIRED = {
  ...{
    id: TEXT,
    type: TEXT,
    words: TEXT,
    state: oneOf(['ok', 'warning', 'problem', 'unknown']),
    version: COUNT,
  },
  resources: listOf(record({ id: TEXT, name: TEXT }, { country: TEXT })),
};
const OPTIONAL = { status: TEXT, since: TIME, advice: TEXT };
const REGISTRATION = record(REQUIRED, OPTIONAL);
const EXAMPLE = {
  id: 'registration-0123456789abcdef0123456789abcdef',
  type: 'US_TOLL_FREE_REGISTRATION',
  status: 'REQUIRES_UPDATES',
  words: 'was rejected',
  state: 'problem',
  since: '2026-03-01T12:00:00.000Z',
  advice: 'Correct each reason (`registration show`), and submit it again (`registration submit`).',
  version: 1,
  resources: [{ id: 'phone-0123456789abcdef0123456789abcdef', name: '+18005550100', country: 'US' }],
};

export const listRegistrations = declareForOperators({
  operationId: 'listRegistrations',
  method: 'GET',
  path: 'registrations',
  summary: 'What AWS says of the registrations and numbers of its account',
  description:
    'As `operator registration list`. `isApplicable` is false where the simulator sends. `isUnregistered`: a US number that is in no registration.',
  answer: {
    name: 'Registrations',
    schema: record({
      isApplicable: FLAG,
      results: listOf(REGISTRATION),
      numbers: listOf(
        record(
          { number: TEXT, country: TEXT, type: TEXT, status: TEXT, isUnregistered: FLAG },
          { registration: TEXT },
        ),
      ),
    }),
    example: {
      isApplicable: true,
      results: [EXAMPLE],
      numbers: [
        {
          ...{ number: '+18005550100', country: 'US', type: 'TOLL_FREE', status: 'PENDING' },
          ...{ registration: EXAMPLE.id, isUnregistered: false },
        },
      ],
    },
  },
  errors: [33120],
});

export const getRegistration = declareForOperators({
  operationId: 'getRegistration',
  method: 'GET',
  path: 'registrations/{id}',
  summary:
    'A registration with all versions, the newest first, and of a denied one each reason and marked field',
  answer: {
    name: 'Registration',
    schema: record(
      {
        ...REQUIRED,
        versions: listOf(
          record(
            { version: COUNT, words: TEXT },
            {
              since: TIME,
              denial: record(
                {
                  reasons: listOf(record({ reason: TEXT }, { short: TEXT, long: TEXT, documentation: TEXT })),
                  fields: listOf(record({ path: TEXT, title: TEXT, reason: TEXT })),
                },
                { feedback: TEXT },
              ),
            },
          ),
        ),
      },
      OPTIONAL,
    ),
    example: {
      ...EXAMPLE,
      versions: [
        {
          version: 1,
          words: 'was rejected',
          since: '2026-03-01T12:00:00.000Z',
          denial: {
            reasons: [
              {
                reason: 'INVALID_URL',
                short: 'The website cannot be opened.',
              },
            ],
            fields: [{ path: 'companyInfo.website', title: 'Website', reason: 'It cannot be opened.' }],
          },
        },
      ],
    },
  },
  errors: [33110, 33120],
});

const DEFINITION = record(
  {
    ...{ path: TEXT, title: TEXT, type: oneOf(['TEXT', 'SELECT', 'ATTACHMENT']) },
    requirement: oneOf(['REQUIRED', 'OPTIONAL', 'CONDITIONAL']),
  },
  {
    ...{ minLength: COUNT, maxLength: COUNT, pattern: TEXT, options: listOf(TEXT), maxChoices: COUNT },
    condition: record({
      otherwise: TEXT,
      rules: listOf(
        record({
          behavior: TEXT,
          conditions: listOf(record({ path: TEXT, operator: TEXT }, { values: listOf(TEXT) })),
        }),
      ),
    }),
  },
);
const FORM_FACTS = record(
  {
    ...{ url: TEXT, description: TEXT, frequency: TEXT, termsUrl: TEXT, privacyUrl: TEXT },
    ...{ consent: TEXT, confirmation: TEXT, keywords: listOf(TEXT) },
  },
  { welcome: TEXT },
);

export const getRegistrationDraft = declareForOperators({
  operationId: 'getRegistrationDraft',
  method: 'GET',
  path: 'accounts/{accountId}/registration-draft',
  summary: 'The fields that AWS asks for in a registration now, and what an account has of them',
  description:
    'As `operator registration draft` takes them; nothing is submitted. Without `form` the only one of the account is taken, and of several none. 409 with `details.status`: the account is closed.',
  access: { read: ['account'], query: ['account'] },
  query: [
    { name: 'type', description: 'Kind of registration; required.', schema: TYPE },
    { name: 'form', description: 'An opt-in form of the account.', schema: TEXT },
  ],
  answer: {
    name: 'RegistrationDraft',
    schema: record(
      {
        definitions: listOf(DEFINITION),
        facts: record({ brand: TEXT }, { answers: record({ help: TEXT, stop: TEXT }), form: FORM_FACTS }),
        forms: listOf(record({ id: TEXT, brand: TEXT })),
      },
      { form: TEXT, stack: TEXT },
    ),
    example: {
      definitions: [
        {
          ...{ path: 'companyInfo.companyName', title: 'Legal company name', type: 'TEXT' },
          ...{ requirement: 'REQUIRED', minLength: 1, maxLength: 100 },
        },
      ],
      facts: { brand: 'Acme Shoes' },
      forms: [],
      stack: 'Messaging-prod',
    },
  },
  errors: [33100, 33110, 33111, 33120],
});

export const OPERATOR_REGISTRATION_ROUTES = [listRegistrations, getRegistration, getRegistrationDraft];
