import fc from 'fast-check';
import type { AccountSettings } from '../../../console/src/api/schemas';
import { draftOf, isComplete, settingsOf } from '../../../console/src/screens/settings/settings-draft';
import { settingsSetBy } from '../../../shared/accounts/account-settings';

/** Settings that the form changes, as the service returns them. */
const own = fc.record(
  {
    name: fc.string({ minLength: 1 }),
    timeZone: fc.constantFrom('America/Chicago', 'UTC'),
    defaultNumber: fc.constantFrom('+12065550100', '12345'),
    testGroup: fc.constantFrom('grp_1', 'grp_2'),
    keywordReplies: fc.constantFrom('on', 'off'),
    countries: fc.uniqueArray(fc.constantFrom('US', 'CA', 'DE')),
    approvalEmails: fc.uniqueArray(fc.constantFrom('ann@example.com', 'bob@example.com')),
    helpText: fc.string({ minLength: 1 }),
    optOutText: fc.string({ minLength: 1 }),
    maxSegments: fc.integer({ min: 1, max: 1_000 }),
    retentionDays: fc.oneof(fc.integer({ min: 1, max: 3_650 }), fc.constant('none')),
    approvalAbove: fc.nat(),
    brand: fc.string({ minLength: 1 }),
    awayReply: fc.string({ minLength: 1 }),
    optOutUrl: fc.string({ minLength: 1 }),
    openHours: fc.record(
      {
        from: fc.constantFrom('09:00', '10:30'),
        to: fc.constant('17:00'),
        days: fc.constant(['MON', 'SUN']),
      },
      { requiredKeys: ['from', 'to'] },
    ),
    marketingCap: fc.record({ messages: fc.integer({ min: 1 }), hours: fc.integer({ min: 1 }) }),
    monthlyBudget: fc.integer({ min: 1 }),
    enforceOptInType: fc.boolean(),
    setAsideNumbers: fc.boolean(),
  },
  {
    requiredKeys: [
      'name',
      'countries',
      'approvalEmails',
      'maxSegments',
      'retentionDays',
      'enforceOptInType',
      'setAsideNumbers',
    ],
  },
);
const REMOVED = {
  timeZone: null,
  defaultNumber: null,
  testGroup: null,
  keywordReplies: null,
  helpText: null,
  optOutText: null,
  approvalAbove: null,
  monthlyBudget: null,
  marketingCap: null,
  brand: null,
  awayReply: null,
  optOutUrl: null,
  openHours: null,
};

const OWN = settingsSetBy('administrator');
const SETTINGS = {
  name: 'Acme',
  countries: ['US'],
  approvalEmails: ['ann@example.com'],
  maxSegments: 10,
  retentionDays: 90,
  setAsideNumbers: false,
  enforceOptInType: false,
  rateLimits: { message: 60, read: 120 },
} as unknown as AccountSettings;
const DRAFT = draftOf(OWN, SETTINGS);
const saved = (draft: typeof DRAFT) => settingsOf(draft, SETTINGS);

describe('the form of the settings', () => {
  it('saves what it shows, and removes what is not set', () => {
    fc.assert(
      fc.property(own, (settings) => {
        const before = settings as unknown as AccountSettings;
        const shown = draftOf(OWN, before);
        expect(settingsOf(shown, before)).toEqual({ ...REMOVED, ...settings });
        expect(isComplete(shown)).toBe(true);
      }),
    );
  });

  it.each([
    ['US,CA', ['US', 'CA']],
    [' US,\n CA , ', ['US', 'CA']],
    ['US CA', ['US', 'CA']],
    ['', []],
    [' , ', []],
  ])('reads the countries %j as %j', (countries, list) => {
    expect(saved({ ...DRAFT, countries })).toMatchObject({ countries: list });
  });

  it.each([
    ['US=10000, GB=500', { US: 10_000, GB: 500 }],
    [' us = 1\n gb=0,', { US: 1, GB: 0 }],
    ['', {}],
  ])('reads the budgets of countries %j as %j', (countryBudgets, budgets) => {
    expect(settingsOf({ countryBudgets }, SETTINGS)).toEqual({ countryBudgets: budgets });
    expect(isComplete({ countryBudgets })).toBe(true);
  });

  it('shows the budgets of countries as it reads them', () => {
    const settings = { countryBudgets: { US: 10_000, GB: 0 } } as unknown as AccountSettings;
    const shown = draftOf(['countryBudgets'], settings);
    expect(shown).toEqual({ countryBudgets: 'US=10000, GB=0' });
    expect(settingsOf(shown, settings)).toEqual({ countryBudgets: { US: 10_000, GB: 0 } });
  });

  it.each([
    ['', 'none'],
    ['1', 1],
    ['90', 90],
  ])('keeps texts for %j days as %j', (retentionDays, days) => {
    expect(saved({ ...DRAFT, retentionDays })).toMatchObject({ retentionDays: days });
  });

  it.each([
    ['', null],
    ['0', 0],
    ['1', 1],
  ])('asks for an approval above %j as %j', (approvalAbove, above) => {
    expect(saved({ ...DRAFT, approvalAbove })).toMatchObject({ approvalAbove: above });
  });

  it.each([
    ['', '', null],
    ['3', '24', { messages: 3, hours: 24 }],
  ])('limits marketing to %j texts in %j hours as %j', (messages, hours, cap) => {
    expect(saved({ ...DRAFT, marketingCap: { messages, hours } })).toMatchObject({ marketingCap: cap });
  });

  it.each([
    { marketingCap: { messages: '3', hours: '' } },
    { marketingCap: { messages: '', hours: '24' } },
    { maxSegments: '' },
    { name: '' },
    { rateLimits: { message: '', read: '120' } },
    { countryBudgets: 'US' },
    { countryBudgets: 'US=-1' },
    { countryBudgets: 'USA=5' },
    { countryBudgets: 'US=1.5' },
  ])('does not save %j', (part) => {
    expect(isComplete({ ...DRAFT, ...part })).toBe(false);
  });

  it('saves only those rate limits that were changed', () => {
    const [before] = [draftOf(['rateLimits'], SETTINGS)];
    expect(saved(before)).toEqual({});
    expect(saved({ rateLimits: { message: '60', read: '7' } })).toEqual({ rateLimits: { read: 7 } });
  });
});
