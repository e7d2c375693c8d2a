import fc from 'fast-check';
import { describeDoubt, findDoubtfulTags, refuseDoubt } from '../../../../shared/content/doubtful-tags';
import type { E164 } from '../../../../shared/phone-numbers/e164';
import { resolveMergeTags } from '../../../../shared/content/merge-tags';

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
