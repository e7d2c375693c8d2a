import {
  checkDraft,
  countOfState,
  enter,
  readDraftFile,
  type ShownField,
  takeBack,
} from '../../../console/src/screens/operator/registrations/draft-values';
import {
  candidatesOf,
  submitCommand,
} from '../../../console/src/screens/operator/registrations/submit-command';
import {
  resourcesText,
  sectionsOf,
  stateText,
  statusWord,
  typeName,
} from '../../../console/src/screens/operator/registrations/registration-words';

const TYPE = 'US_TEN_DLC_BRAND_REGISTRATION';
const text = (path: string, requirement: 'REQUIRED' | 'OPTIONAL') => ({
  ...{ path, title: path, type: 'TEXT' as const, requirement, maxLength: 10 },
});
const PARTS = {
  definitions: [text('contactInfo.dbaName', 'OPTIONAL'), text('companyInfo.city', 'REQUIRED')],
  facts: { brand: 'Acme' },
};
const check = (values: Record<string, string | string[]>) => checkDraft(PARTS, { type: TYPE, values });

describe('the fields of a draft', () => {
  it('have the value of the account, and its origin', () => {
    expect(check({})).toEqual([
      {
        ...{ path: 'contactInfo.dbaName', title: 'contactInfo.dbaName', isRequired: false, state: 'filled' },
        ...{ value: 'Acme', from: 'the brand of the account', own: 'Acme' },
        definition: PARTS.definitions[0],
      },
      {
        ...{ path: 'companyInfo.city', title: 'companyInfo.city', isRequired: true, state: 'missing' },
        ...{ advice: 'Give a text of 1 to 10 characters.', definition: PARTS.definitions[1] },
      },
    ]);
  });

  it('are checked with the values that were entered, and keep that of the account', () => {
    const fields = check({ 'contactInfo.dbaName': 'x'.repeat(11), 'companyInfo.city': 'Seattle' });
    expect(fields.map(({ state, own }) => [state, own])).toEqual([
      ['invalid', 'Acme'],
      ['filled', undefined],
    ]);
    expect([countOfState(fields, 'invalid'), countOfState(fields, 'missing')]).toEqual([1, 0]);
  });

  it('are left out by an empty value', () => {
    expect(check({ 'contactInfo.dbaName': '' })[0]).toMatchObject({ state: 'empty', own: 'Acme' });
    expect(check({ 'contactInfo.dbaName': [''] })[0]).not.toHaveProperty('value');
  });
});

describe('an entered value', () => {
  const known = { path: 'a.b', own: ['Yes'] };
  const unknown: Pick<ShownField, 'path' | 'own'> = { path: 'a.b' };

  it('is kept, in place of an earlier one', () => {
    expect(enter({ 'a.b': 'x', 'c.d': 'y' }, known, ['No'])).toEqual({ 'a.b': ['No'], 'c.d': 'y' });
    expect(enter({}, known, '')).toEqual({ 'a.b': '' });
  });

  it('is not kept where the account has the same, or neither has any', () => {
    expect(enter({ 'a.b': 'x' }, known, ['Yes'])).toEqual({});
    expect(enter({ 'a.b': 'x' }, unknown, '')).toEqual({});
    expect(enter({ 'a.b': 'x' }, unknown, [''])).toEqual({});
  });

  it('can be taken back', () => {
    expect(takeBack({ 'a.b': 'x', 'c.d': 'y' }, 'a.b')).toEqual({ 'c.d': 'y' });
  });
});

describe('a file', () => {
  const read = (content: unknown) => readDraftFile(JSON.stringify(content), { accountId: 'acc_1' });
  const fields = { 'a.b': 'x', 'c.d': ['y', 'z'] };

  it('is a draft of the account, or values', () => {
    expect(read({ type: TYPE, account: 'acc_1', fields })).toEqual({ values: fields });
    expect(read(fields)).toEqual({ values: fields });
  });

  it.each([
    [{ account: 'acc_2', fields }, 'It is a draft of another account, acc_2.'],
    [[fields], expect.stringMatching(/^It is neither a draft nor a file of values/) as string],
    [{ 'a.b': 1 }, expect.stringMatching(/^It is neither a draft nor a file of values/) as string],
    [{ account: 'acc_1', fields: { 'a.b': [1] } }, expect.stringMatching(/^It is neither/) as string],
  ])('is refused: %j', (content, fault) => {
    expect(read(content)).toEqual({ fault });
  });

  it('is JSON', () => {
    expect(readDraftFile('{', { accountId: 'acc_1' })).toEqual({ fault: 'It is no JSON.' });
  });
});

describe('the command that submits a draft', () => {
  it.each([
    [{}, 'draft-brand.json'],
    [{ stack: 'Messaging-prod' }, 'draft-brand.json --stack Messaging-prod'],
    [
      { registration: 'registration-1', about: '+18005550100', stack: 'S' },
      'draft-brand.json --registration registration-1 --for +18005550100 --stack S',
    ],
  ])('has %j', (options, end) => {
    expect(submitCommand({ type: TYPE, ...options })).toBe(
      `npm run operator -- registration submit --draft ${end}`,
    );
  });

  it('needs one of the complete brands, or of the toll-free numbers', () => {
    const registration = { words: '', state: 'ok' as const, version: 1, resources: [] };
    const number = { country: 'US', status: 'ACTIVE', isUnregistered: false };
    const desk = {
      results: [
        { ...registration, id: 'brand-1', type: TYPE, status: 'COMPLETE' },
        { ...registration, id: 'brand-2', type: TYPE, status: 'REVIEWING' },
        { ...registration, id: 'other', type: 'US_TOLL_FREE_REGISTRATION', status: 'COMPLETE' },
      ],
      numbers: [
        { ...number, number: '+18005550100', type: 'TOLL_FREE' },
        { ...number, number: '+12065550100', type: 'TEN_DLC' },
      ],
    };
    expect(candidatesOf(TYPE, desk)).toEqual([]);
    expect(candidatesOf('US_TEN_DLC_CAMPAIGN_REGISTRATION', desk)).toEqual(['brand-1']);
    expect(candidatesOf('US_TOLL_FREE_REGISTRATION', desk)).toEqual(['+18005550100']);
  });
});

describe('the words of registrations', () => {
  it.each([
    ['was rejected', 'Rejected'],
    ['is complete', 'Complete'],
    ['waits for the e-mail', 'Waits for the e-mail'],
  ])('make a state of %j', (words, state) => {
    expect(stateText(words)).toBe(state);
  });

  it('name types and states, also those that are not known here', () => {
    expect([typeName(TYPE), typeName('GB_SENDER_ID_REGISTRATION')]).toEqual([
      '10DLC brand',
      'Gb sender id registration',
    ]);
    expect(statusWord('ACTIVE')).toBe('Active');
    expect(
      resourcesText([
        { id: '1', name: 'ACME', country: 'GB' },
        { id: '2', name: 'b' },
      ]),
    ).toBe('ACME (GB), b');
  });

  it('group fields by the parts of the form', () => {
    const [one, two, three] = [{ path: 'companyInfo.a' }, { path: 'newInfo.b' }, { path: 'companyInfo.c' }];
    expect(sectionsOf([one, two, three])).toEqual([
      { title: 'Company', fields: [one, three] },
      { title: 'NewInfo', fields: [two] },
    ]);
  });
});
