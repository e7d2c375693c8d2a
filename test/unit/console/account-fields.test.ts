import fc from 'fast-check';
import type { AccountSettings } from '../../../console/src/api/account-settings';
import { fieldsOf, settingsOf } from '../../../console/src/screens/settings/account-fields';

/** Settings that the form changes, as the service returns them. */
const own = fc.record(
  {
    name: fc.string({ minLength: 1 }),
    timeZone: fc.constantFrom('America/Chicago', 'UTC'),
    defaultNumber: fc.constantFrom('+12065550100', '12345'),
    keywordReplies: fc.constantFrom('on', 'off'),
    countries: fc.uniqueArray(fc.constantFrom('US', 'CA', 'DE')),
    helpText: fc.string({ minLength: 1 }),
    optOutText: fc.string({ minLength: 1 }),
    maxSegments: fc.integer({ min: 1, max: 1_000 }),
    retentionDays: fc.oneof(fc.integer({ min: 1, max: 3_650 }), fc.constant('none')),
    approvalAbove: fc.nat(),
    marketingCap: fc.record({ messages: fc.integer({ min: 1 }), hours: fc.integer({ min: 1 }) }),
    enforceOptInType: fc.boolean(),
  },
  { requiredKeys: ['name', 'countries', 'maxSegments', 'retentionDays', 'enforceOptInType'] },
);
const REMOVED = {
  timeZone: null,
  defaultNumber: null,
  keywordReplies: null,
  helpText: null,
  optOutText: null,
  approvalAbove: null,
  marketingCap: null,
};

const FIELDS = fieldsOf({
  name: 'Acme',
  countries: ['US'],
  maxSegments: 10,
  retentionDays: 90,
  enforceOptInType: false,
} as unknown as AccountSettings);

describe('the form of the settings', () => {
  it('saves what it shows, and removes what is not set', () => {
    fc.assert(
      fc.property(own, (settings) => {
        const shown = fieldsOf(settings as unknown as AccountSettings);
        expect(settingsOf(shown)).toEqual({ ...REMOVED, ...settings });
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
    expect(settingsOf({ ...FIELDS, countries }).countries).toEqual(list);
  });

  it.each([
    ['', 'none'],
    ['1', 1],
    ['90', 90],
  ])('keeps texts for %j days as %j', (retentionDays, days) => {
    expect(settingsOf({ ...FIELDS, retentionDays }).retentionDays).toBe(days);
  });

  it.each([
    ['', null],
    ['0', 0],
    ['1', 1],
  ])('asks for an approval above %j as %j', (approvalAbove, above) => {
    expect(settingsOf({ ...FIELDS, approvalAbove }).approvalAbove).toBe(above);
  });

  it.each([
    ['', '', null],
    ['3', '', null],
    ['', '24', null],
    ['3', '24', { messages: 3, hours: 24 }],
  ])('limits marketing to %j texts in %j hours as %j', (capMessages, capHours, cap) => {
    expect(settingsOf({ ...FIELDS, capMessages, capHours }).marketingCap).toEqual(cap);
  });
});
