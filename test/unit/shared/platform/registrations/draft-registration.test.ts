import type { FieldValues } from '../../../../../shared/platform/provider/eum/registrations/check-field';
import {
  draftFileOf,
  draftRegistration,
  isComplete,
  type RegistrationFacts,
} from '../../../../../shared/platform/provider/eum/registrations/draft-registration';
import type { RegistrationType } from '../../../../../shared/platform/provider/eum/registrations/registration-types';
import { SAVED_DEFINITIONS } from '../../../../../shared/platform/provider/eum/registrations/saved-definitions';

const FACTS: RegistrationFacts = {
  brand: 'Acme Shoes',
  answers: {
    help: 'Acme Shoes: Call 206-555-0100 or write to help@acme.com. Reply STOP to opt out.',
    stop: 'Acme Shoes: You get no more texts.',
  },
  form: {
    ...{ url: 'https://sms.acme.com/join/frm_1', description: 'Offers and news', frequency: 'Weekly.' },
    ...{ termsUrl: 'https://acme.com/terms', privacyUrl: 'https://acme.com/privacy' },
    consent: 'I agree to get texts from Acme Shoes.',
    confirmation: 'Acme Shoes: Reply YES to get our texts. Reply HELP for help, STOP to opt out.',
    welcome: 'Acme Shoes: Welcome! Reply STOP to opt out.',
    keywords: ['JOIN', 'SHOES'],
  },
};

const draft = (type: RegistrationType, values: FieldValues, facts = FACTS) =>
  draftRegistration({
    ...{ type, definitions: SAVED_DEFINITIONS[type].fields, facts, values },
    faultOfFile: (file) => (file === 'there.png' ? undefined : `There is no file ${file}.`),
  });
const fieldOf = (fields: ReturnType<typeof draft>, path: string) => fields.find((one) => one.path === path);
const missing = (fields: ReturnType<typeof draft>) =>
  fields.filter(({ state }) => state === 'missing').map(({ path }) => path);

const CHOICES = {
  'campaignInfo.vertical': ['RETAIL'],
  'campaignCapabilities.numberCapabilities': 'SMS',
  'campaignUseCase.useCase': ['MARKETING'],
  'campaignUseCase.directLending': ['No'],
  'campaignUseCase.embeddedLink': ['No'],
  'campaignUseCase.embeddedPhone': ['No'],
  'campaignUseCase.ageGated': ['No'],
};

it('fills a campaign from form, keywords and answers, and asks for what only people know', () => {
  const fields = draft('US_TEN_DLC_CAMPAIGN_REGISTRATION', {});
  expect(missing(fields)).toEqual(Object.keys(CHOICES));
  expect(isComplete(fields)).toBe(false);
  expect(fieldOf(fields, 'campaignUseCase.directLending')).toEqual({
    ...{ path: 'campaignUseCase.directLending', title: 'Direct lending or loan arrangement' },
    ...{ isRequired: true, state: 'missing', advice: 'Give one of: Yes, No.' },
  });
  expect(fieldOf(fields, 'campaignInfo.campaignName')).toMatchObject({
    value:
      'Acme Shoes sends text messages to people who have signed up for them on https://sms.acme.com/join/frm_1: Offers and news. Weekly.',
    from: 'the opt-in form',
    state: 'filled',
  });
  expect(fieldOf(fields, 'campaignInfo.optInWorkflow')?.value).toContain(
    '"I agree to get texts from Acme Shoes."',
  );
  expect(fieldOf(fields, 'campaignInfo.optInKeyword')?.value).toBe('JOIN, SHOES');
  expect(fieldOf(fields, 'campaignInfo.optInMessage')?.value).toBe(FACTS.form?.confirmation);
  expect(fieldOf(fields, 'campaignInfo.helpMessage')?.value).toBe(FACTS.answers?.help);
  expect(fieldOf(fields, 'messageSamples.messageSample1')?.value).toBe(FACTS.form?.welcome);
  expect(fieldOf(fields, 'messageSamples.messageSample2')?.state).toBe('empty');
  expect(isComplete(draft('US_TEN_DLC_CAMPAIGN_REGISTRATION', CHOICES))).toBe(true);
});

it('fills a toll-free verification, with the text that asks for a YES as its first sample', () => {
  const fields = draft('US_TOLL_FREE_REGISTRATION', { 'companyInfo.businessType': ['SOLE_PROPRIETOR'] });
  expect(fieldOf(fields, 'messageSamples.messageSample1')?.value).toBe(FACTS.form?.confirmation);
  expect(fieldOf(fields, 'messageSamples.messageSample2')?.value).toBe(FACTS.form?.welcome);
  expect(fieldOf(fields, 'messagingUseCase.optInType')?.value).toEqual(['DIGITAL_FORM']);
  expect(fieldOf(fields, 'messagingUseCase.privacyPolicyUrl')?.value).toBe('https://acme.com/privacy');
  expect(missing(fields)).toContain('messagingUseCase.optInImage');
  expect(missing(fields)).not.toContain('companyInfo.taxId');
});

it('asks for the tax id of a business that is no sole proprietor', () => {
  const fields = draft('US_TOLL_FREE_REGISTRATION', { 'companyInfo.businessType': ['NON_PROFIT'] });
  expect(missing(fields)).toEqual(
    expect.arrayContaining(['companyInfo.taxId', 'companyInfo.taxIdAuthority', 'companyInfo.taxIdCountry']),
  );
});

it('takes the values before what the account has, and refuses those that AWS would', () => {
  const fields = draft('US_TOLL_FREE_REGISTRATION', {
    'messagingUseCase.useCaseDetails': 'x'.repeat(501),
    'messagingUseCase.optInImage': 'gone.png',
    'companyInfo.businessType': ['COMPANY'],
  });
  expect(fieldOf(fields, 'messagingUseCase.useCaseDetails')).toMatchObject({
    ...{ state: 'invalid', from: 'the values', advice: 'It has 501 characters, 500 are allowed.' },
  });
  expect(fieldOf(fields, 'messagingUseCase.optInImage')?.advice).toBe('There is no file gone.png.');
  expect(fieldOf(fields, 'companyInfo.businessType')?.state).toBe('invalid');
  const there = draft('US_TOLL_FREE_REGISTRATION', { 'messagingUseCase.optInImage': 'there.png' });
  expect(fieldOf(there, 'messagingUseCase.optInImage')?.state).toBe('filled');
});

it('asks for the answers to HELP and STOP that the provider of the number gives', () => {
  const { answers: _answers, ...facts } = FACTS;
  expect(missing(draft('US_TEN_DLC_CAMPAIGN_REGISTRATION', {}, facts))).toEqual(
    expect.arrayContaining(['campaignInfo.helpMessage', 'campaignInfo.stopMessage']),
  );
});

it('of an account without a form has neither workflow nor texts', () => {
  const fields = draft('US_TEN_DLC_CAMPAIGN_REGISTRATION', {}, { brand: 'Acme' });
  expect(missing(fields)).toEqual(
    expect.arrayContaining([
      'campaignInfo.campaignName',
      'campaignInfo.optInWorkflow',
      'campaignInfo.optInMessage',
    ]),
  );
});

describe('is doubtful', () => {
  const stateOf = (type: RegistrationType, path: string, values: FieldValues, facts = FACTS) => {
    const found = fieldOf(draft(type, values, facts), path);
    return [found?.state, found?.advice];
  };
  const MAIL = 'contactInfo.supportEmail';
  const SITE = 'contactInfo.website';

  it.each([
    ['help@gmail.com', 'https://www.acme.com', ['doubtful', expect.stringContaining('public providers')]],
    [
      'help@other.com',
      'https://www.acme.com/a',
      ['doubtful', 'Its domain is not that of the website, www.acme.com.'],
    ],
    ['help@acme.com', 'https://www.acme.com', ['filled', undefined]],
    ['help@mail.acme.com', 'acme.com', ['filled', undefined]],
  ])('the mail %s of the website %s: %j', (mail, site, expected) => {
    const values = { [MAIL]: mail, [SITE]: site };
    expect(stateOf('US_TEN_DLC_BRAND_REGISTRATION', MAIL, values)).toEqual(expected);
  });

  it.each([
    ['For help, contact us where you signed up. Reply STOP.', 'doubtful'],
    ['Call (206) 555-0100 for help, STOP to opt out.', 'filled'],
    ['See acme.com/help for help, STOP to opt out.', 'filled'],
  ])('the answer to HELP %j: %s', (text, state) => {
    const path = 'campaignInfo.helpMessage';
    expect(stateOf('US_TEN_DLC_CAMPAIGN_REGISTRATION', path, { [path]: text })[0]).toBe(state);
  });

  it.each([
    ['Acme: Your order is ready. Reply STOP to opt out.', 'filled'],
    ['Your order is ready. Reply STOP to opt out.', 'doubtful'],
    ['Acme: See bit.ly/abc for your order.', 'doubtful'],
  ])('the sample %j of Acme: %s', (text, state) => {
    const path = 'messageSamples.messageSample3';
    const values = { 'companyInfo.companyName': 'Acme', [path]: text };
    expect(stateOf('US_TOLL_FREE_REGISTRATION', path, values)[0]).toBe(state);
  });
});

it('leaves out what the account would fill, for an empty value', () => {
  const type = 'US_TEN_DLC_CAMPAIGN_REGISTRATION';
  const [workflow, keyword] = ['campaignInfo.optInWorkflow', 'campaignInfo.optInKeyword'];
  const fileOf = (fields: ReturnType<typeof draft>) =>
    draftFileOf(fields, { type, account: 'acc_1', form: 'frm_1' });
  const fields = draft(type, { [workflow]: '', [keyword]: [''] });
  expect([fieldOf(fields, workflow)?.state, fieldOf(fields, keyword)?.state]).toEqual(['missing', 'empty']);
  const whole = fileOf(draft(type, {}));
  const { [workflow]: _workflow, [keyword]: _keyword, ...others } = whole.fields;
  expect(whole.fields).toMatchObject({ [keyword]: 'JOIN, SHOES' });
  expect(fileOf(fields)).toEqual({ type, account: 'acc_1', form: 'frm_1', fields: others });
});
