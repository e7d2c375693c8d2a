import fc from 'fast-check';

import { formatDate, localDate, offsetDate } from '../../../../shared/content/date-helpers';
import { describeDoubt, findDoubtfulTags, refuseDoubt } from '../../../../shared/content/doubtful-tags';
import { findTags } from '../../../../shared/content/merge-tag-parser';
import { resolveMergeTags } from '../../../../shared/content/merge-tags';
import type { E164 } from '../../../../shared/phone-numbers/e164';

function offset(argument: string, date = '2026-11-20'): string | undefined {
  return offsetDate({ date, offset: argument });
}

describe('formatDate (rules 2.7)', () => {
  it('writes month, day and year', () => {
    expect(formatDate('2026-11-20')).toBe('11/20/2026');
    expect(formatDate('0001-01-02')).toBe('01/02/0001');
  });
});

describe('offsetDate (rules 2.7)', () => {
  it.each([
    ['0d', '2026-11-20'],
    ['1d', '2026-11-21'],
    ['11d', '2026-12-01'],
    ['42d', '2027-01-01'],
    ['-1d', '2026-11-19'],
    ['-20d', '2026-10-31'],
    ['+5d', '2026-11-25'],
    ['-0d', '2026-11-20'],
    ['007d', '2026-11-27'],
    ['1w', '2026-11-27'],
    ['-3w', '2026-10-30'],
    ['1m', '2026-12-20'],
    ['2m', '2027-01-20'],
    ['-11m', '2025-12-20'],
    ['25m', '2028-12-20'],
    ['1y', '2027-11-20'],
    ['-1y', '2025-11-20'],
    ['100y', '2126-11-20'],
  ])('moves a date by %s', (argument, moved) => {
    expect(offset(argument)).toBe(moved);
  });

  it.each([
    ['2026-01-31', '1m', '2026-02-28'],
    ['2028-01-31', '1m', '2028-02-29'],
    ['2026-03-31', '-1m', '2026-02-28'],
    ['2026-05-31', '1m', '2026-06-30'],
    ['2026-01-31', '2m', '2026-03-31'],
    ['2026-08-31', '-6m', '2026-02-28'],
    ['2024-02-29', '1y', '2025-02-28'],
    ['2024-02-29', '4y', '2028-02-29'],
    ['2024-02-29', '-1y', '2023-02-28'],
    ['2024-02-29', '12m', '2025-02-28'],
    ['2100-01-30', '1m', '2100-02-28'],
    ['2024-02-28', '1d', '2024-02-29'],
    ['2026-02-28', '1d', '2026-03-01'],
    ['2026-12-31', '1d', '2027-01-01'],
    ['2027-01-01', '-1d', '2026-12-31'],
  ])('ends on the last day of the month where the day is missing: %s %s', (date, argument, moved) => {
    expect(offset(argument, date)).toBe(moved);
  });

  it('reaches the years 1 and 9999 and no further', () => {
    expect(offset('7973y')).toBe('9999-11-20');
    expect(offset('7974y')).toBeUndefined();
    expect(offset('-2025y')).toBe('0001-11-20');
    expect(offset('-2026y')).toBeUndefined();
    expect(offset('1d', '9999-12-30')).toBe('9999-12-31');
    expect(offset('1d', '9999-12-31')).toBeUndefined();
    expect(offset('-1d', '0001-01-02')).toBe('0001-01-01');
    expect(offset('-1d', '0001-01-01')).toBeUndefined();
    expect(offset('3652058d', '0001-01-01')).toBe('9999-12-31');
    expect(offset('3652059d', '0001-01-01')).toBeUndefined();
    expect(offset('-3652058d', '9999-12-31')).toBe('0001-01-01');
    expect(offset('-1m', '0001-01-31')).toBeUndefined();
    expect(offset('1m', '9999-12-01')).toBeUndefined();
    expect(offset('-1y', '0100-02-28')).toBe('0099-02-28');
  });

  it.each([
    '',
    ' ',
    'd',
    '5',
    '-d',
    '+-5d',
    '--5d',
    '- 5d',
    ' 5d',
    '5d ',
    '5 d',
    '5D',
    '5h',
    '5M',
    '5dd',
    '5d6d',
    '1.5d',
    '1,000d',
    '1e3d',
    '0x10d',
    '٥d',
    '5d\n',
    'd5',
    'tomorrow',
    '99999999999999999999d',
    '-99999999999999999999w',
    '9007199254740993m',
    `${'9'.repeat(400)}y`,
  ])('knows no offset %j', (argument) => {
    expect(offset(argument)).toBeUndefined();
  });
});

describe('localDate', () => {
  const now = new Date('2026-11-20T04:59:59.999Z');

  it.each([
    ['America/New_York', '2026-11-19'],
    ['America/Chicago', '2026-11-19'],
    ['America/Denver', '2026-11-19'],
    ['America/Los_Angeles', '2026-11-19'],
    ['America/Anchorage', '2026-11-19'],
    ['Pacific/Honolulu', '2026-11-19'],
    ['Europe/Berlin', '2026-11-20'],
    ['UTC', '2026-11-20'],
  ])('says which day it is in %s', (timeZone, date) => {
    expect(localDate({ now, timeZone })).toBe(date);
    expect(localDate({ now, timeZone: undefined, fallbackTimeZone: timeZone })).toBe(date);
  });

  it('turns to the next day at midnight of the zone, in winter and in summer time', () => {
    const timeZone = 'America/New_York';
    expect(localDate({ now: new Date('2026-11-20T05:00:00.000Z'), timeZone })).toBe('2026-11-20');
    expect(localDate({ now: new Date('2026-07-01T03:59:59.999Z'), timeZone })).toBe('2026-06-30');
    expect(localDate({ now: new Date('2026-07-01T04:00:00.000Z'), timeZone })).toBe('2026-07-01');
  });

  it("prefers the contact's zone to the account's", () => {
    expect(localDate({ now, timeZone: 'Pacific/Honolulu', fallbackTimeZone: 'Europe/Berlin' })).toBe(
      '2026-11-19',
    );
    expect(localDate({ now, timeZone: 'Europe/Berlin', fallbackTimeZone: 'Pacific/Honolulu' })).toBe(
      '2026-11-20',
    );
  });

  it('takes UTC when there is neither', () => {
    expect(localDate({ now, timeZone: undefined })).toBe('2026-11-20');
    expect(localDate({ now, timeZone: undefined, fallbackTimeZone: undefined })).toBe('2026-11-20');
  });

  it('passes over what is no zone', () => {
    expect(localDate({ now, timeZone: 'Mars/Olympus', fallbackTimeZone: 'America/Denver' })).toBe(
      '2026-11-19',
    );
    expect(localDate({ now, timeZone: '', fallbackTimeZone: 'local' })).toBe('2026-11-20');
  });

  it('writes years of four digits', () => {
    expect(localDate({ now: new Date('0099-12-31T12:00:00.000Z'), timeZone: 'Etc/UTC' })).toBe('0099-12-31');
  });
});

const NO_FIELDS = { registeredLinks: new Set<string>(), customFieldKeys: new Set<string>() };
const doubtful = (body: string, known: Partial<typeof NO_FIELDS> = {}) =>
  findDoubtfulTags(body, { ...NO_FIELDS, ...known });

describe('rules 2.7: what is sent as it is written', () => {
  it.each([
    ['a misspelled name', 'Hi {{contact_frist_name}}!', '{{contact_frist_name}}'],
    ['a name without contact_', 'Hi {{first_name}}', '{{first_name}}'],
    ['another case', 'Hi {{Contact_First_Name}}', '{{Contact_First_Name}}'],
    [
      'a filter',
      'Hi {{contact_first_name | default: "friend"}}.',
      '{{contact_first_name | default: "friend"}}',
    ],
    ['an argument of a variable', '{{contact_first_name "friend"}}', '{{contact_first_name "friend"}}'],
    ['an offset of another form', 'by {{dateOffset "5 days"}}', '{{dateOffset "5 days"}}'],
    ['an offset without quotes', 'by {{dateOffset 5d}}', '{{dateOffset 5d}}'],
    ['an offset without argument', '{{dateOffset}}', '{{dateOffset}}'],
    ['a link without argument', '{{trackingLink}}', '{{trackingLink}}'],
    ['curly quotes', '{{trackingLink “go.acme.com/x”}}', '{{trackingLink “go.acme.com/x”}}'],
    ['a custom field 8', '{{contact_custom_field_8}}', '{{contact_custom_field_8}}'],
    ['nothing', 'a {{}} b', '{{}}'],
    ['white space', '{{ }}', '{{ }}'],
    ['three braces', '{{{first_name}}}', '{{{first_name}}'],
    ['braces that are not closed', 'Hi {{contact_first_name, welcome', '{{contact_first_name, welcome'],
    ['one brace that closes', 'Hi {{contact_first_name} there', '{{contact_first_name} there'],
    ['a tag around another', '{{ {{current_date}} }}', '{{'],
    ['an argument with braces', `{{greeting "}} {{"}}`, `{{greeting "}} {{"}}`],
  ])('%s', (_title, body, tag) => {
    expect(doubtful(body)).toEqual([{ tag, doubt: 'unknown' }]);
  });

  it.each([
    'no tag at all',
    '{contact_first_name}',
    '{ {contact_first_name} }',
    'a }} b',
    '{{contact_first_name}} {{ contact_last_name }} {{contact_email}} {{contact_phone_number}}',
    '{{contact_gender}} {{contact_date_of_birth}} {{contact_zip_code}}',
    `{{current_date}} {{dateOffset "-5d"}} {{dateOffset '+1m'}}`,
  ])('is nothing of %j', (body) => {
    expect(doubtful(body)).toEqual([]);
  });

  it('is each tag once, in the order of the text', () => {
    expect(doubtful('{{b}} {{contact_email}} {{a}} {{b}}')).toEqual([
      { tag: '{{b}}', doubt: 'unknown' },
      { tag: '{{a}}', doubt: 'unknown' },
    ]);
  });

  it('is cut where the tag is long', () => {
    const [found] = doubtful(`{{${'x'.repeat(200)}}}`);
    expect(found).toEqual({ tag: `{{${'x'.repeat(97)}…`, doubt: 'unknown' });
  });

  it('is a link that is not registered, also in another spelling', () => {
    const registeredLinks = new Set(['go.acme.com/sale']);
    expect(doubtful('{{trackingLink "go.acme.com/sale"}}', { registeredLinks })).toEqual([]);
    for (const link of ['go.acme.com/Sale', 'https://go.acme.com/sale', 'go.acme.com/sale/', '']) {
      const tag = `{{trackingLink "${link}"}}`;
      expect(doubtful(`See ${tag}`, { registeredLinks })).toEqual([{ tag, doubt: 'unregisteredLink' }]);
    }
  });

  it('is a custom field that the account does not show', () => {
    const customFieldKeys = new Set(['contact_custom_field_1']);
    const body = '{{contact_custom_field_1}} {{ contact_custom_field_5 }}';
    expect(doubtful(body, { customFieldKeys })).toEqual([
      { tag: '{{ contact_custom_field_5 }}', doubt: 'noSuchField' },
    ]);
  });

  it('is what an erasure has left of a draft, which is not launched', () => {
    const [found] = doubtful('Ask [erased] or {{contact_first_name}}.');
    expect(found).toEqual({ tag: '[erased]', doubt: 'erased' });
    expect(found && refuseDoubt(found)).toBe('has [erased], where a person was erased');
    expect(found && describeDoubt(found)).toBe(
      '[erased] stands where a person was erased, and is sent as it is written.',
    );
  });

  it('is what stays of a body, whatever it is', () => {
    const part = fc.constantFrom(
      ...['{{', '}}', '{', '}', ' ', '"', "'", 'contact_first_name', 'current_date', 'dateOffset', '5d', 'x'],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const body = parts.join('');
        const { text } = resolveMergeTags({
          body,
          contact: { phoneNumber: '+12125550123' as E164, firstName: 'Ada' },
          visibleCustomFieldKeys: new Set(),
          registeredLinks: new Set(),
          trackingToken: '',
          today: '2026-03-01',
        });
        expect(text.includes('{{') && doubtful(body).length === 0).toBe(false);
      }),
    );
  });
});

describe('the warning of a tag', () => {
  it.each([
    [
      '{{first_name}}',
      '{{first_name}} is no merge tag and is sent as it is written. Did you mean {{contact_first_name}}?',
    ],
    [
      '{{FirstName}}',
      '{{FirstName}} is no merge tag and is sent as it is written. Did you mean {{contact_first_name}}?',
    ],
    ['{{contact_zip}}', '{{contact_zip}} is no merge tag and is sent as it is written.'],
    [
      '{{contact_first_name | default: "you"}}',
      '{{contact_first_name | default: "you"}} is no merge tag and is sent as it is written. Did you mean {{contact_first_name}}?',
    ],
    [
      '{{currentDate}}',
      '{{currentDate}} is no merge tag and is sent as it is written. Did you mean {{current_date}}?',
    ],
    [
      '{{trackingLink "go.acme.com/x"}}',
      '{{trackingLink "go.acme.com/x"}} names no registered link: go.acme.com/x is sent in its place, and clicks do not count.',
    ],
    [
      '{{contact_custom_field_5}}',
      '{{contact_custom_field_5}} is empty for everyone: the account has no such custom field.',
    ],
  ])('%s', (body, warning) => {
    expect(doubtful(body).map(describeDoubt)).toEqual([warning]);
  });
});

describe('rules E4: the refusal of a launch', () => {
  it.each([
    ['{{first_name}}', 'has {{first_name}}, which is no merge tag'],
    ['{{trackingLink "a.co/b"}}', 'has {{trackingLink "a.co/b"}}, whose link is not registered'],
    ['{{contact_custom_field_5}}', undefined],
  ])('for %s', (body, reason) => {
    expect(doubtful(body).map(refuseDoubt)).toEqual([reason]);
  });
});

describe('findTags', () => {
  it('says where a placeholder stands, its name and its argument', () => {
    expect(findTags(`a {{one}} {{ two "x 'y' {{z}}" }}{{three ''}}`)).toEqual([
      { start: 2, end: 9, name: 'one', argument: undefined, argumentStart: undefined },
      { start: 10, end: 33, name: 'two', argument: "x 'y' {{z}}", argumentStart: 18 },
      { start: 33, end: 45, name: 'three', argument: '', argumentStart: 42 },
    ]);
  });

  it('goes on behind the first brace of what is no placeholder', () => {
    expect(findTags('{{{{a}}}} {{b {{c}} {{d "e}} {{f}}')).toEqual([
      { start: 2, end: 7, name: 'a', argument: undefined, argumentStart: undefined },
      { start: 14, end: 19, name: 'c', argument: undefined, argumentStart: undefined },
      { start: 29, end: 34, name: 'f', argument: undefined, argumentStart: undefined },
    ]);
  });

  it('finds one name within others when asked for it', () => {
    expect(findTags(`{{a}} {{b "{{a 'x'}}"}} {{a "{{a 'y'}}"}}`, { name: 'a' })).toEqual([
      { start: 11, end: 20, name: 'a', argument: 'x', argumentStart: 16 },
      { start: 24, end: 41, name: 'a', argument: "{{a 'y'}}", argumentStart: 29 },
    ]);
  });

  it('finds nothing in a text without placeholders', () => {
    expect(findTags('')).toEqual([]);
    expect(findTags('{'.repeat(640))).toEqual([]);
    expect(findTags('}'.repeat(640))).toEqual([]);
    expect(findTags('{{a "'.repeat(128))).toEqual([]);
  });
});

describe('tags of events (rules E10.6)', () => {
  const resolve = (body: string, eventData?: Record<string, string | number | boolean>) =>
    resolveMergeTags({
      ...{
        body,
        contact: undefined,
        visibleCustomFieldKeys: new Set<string>(),
        registeredLinks: new Set<string>(),
      },
      ...{ trackingToken: 'r', today: '2026-11-20', eventData },
    }).text;

  it('have the values of the event, as text', () => {
    const data = { number: 4711, carrier: 'UPS', 'is-gift': false };
    expect(resolve('{{event_number}} {{ event_carrier }} {{event_is-gift}}', data)).toBe('4711 UPS false');
  });

  it('are empty without a value, whatever objects inherit', () => {
    expect(resolve('<{{event_carrier}}{{event_constructor}}>', {})).toBe('<>');
  });

  it('are never resolved again, and not with an argument', () => {
    expect(resolve('{{event_a}} {{event_a "x"}}', { a: '{{event_b}}', b: 'no' })).toBe(
      '{{event_b}} {{event_a "x"}}',
    );
  });

  it('are unknown outside of automations', () => {
    expect(resolve('{{event_carrier}}')).toBe('{{event_carrier}}');
    const known = { registeredLinks: new Set<string>(), customFieldKeys: new Set<string>() };
    const tags = (isOfAutomation: boolean) =>
      findDoubtfulTags('{{event_carrier}} {{event_}}', { ...known, isOfAutomation }).map(({ tag }) => tag);
    expect(tags(false)).toEqual(['{{event_carrier}}', '{{event_}}']);
    expect(tags(true)).toEqual(['{{event_}}']);
  });
});
