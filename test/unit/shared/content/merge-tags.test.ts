import {
  findTrackingLinks,
  resolveMergeTags,
  type MergeTagContact,
  type MergeTagOptions,
} from '../../../../shared/content/merge-tags';
import { parseE164, type E164 } from '../../../../shared/phone-numbers/e164';

const ADA: MergeTagContact = {
  phoneNumber: e164('+12125550123'),
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  gender: 'FEMALE',
  birthDate: '1815-12-10',
  postalCode: '10001',
  customFields: { contact_custom_field_1: 'Gold', contact_custom_field_7: 'Last' },
};

const ALL_CUSTOM_FIELDS = new Set([1, 2, 3, 4, 5, 6, 7].map((n) => `contact_custom_field_${n}`));

function e164(phone: string): E164 {
  const parsed = parseE164(phone);
  if (parsed === undefined) throw new Error(`not E.164: ${phone}`);
  return parsed;
}

function resolve(body: string, options: Partial<MergeTagOptions> = {}): { text: string; linkIds: string[] } {
  return resolveMergeTags({
    body,
    contact: ADA,
    visibleCustomFieldKeys: ALL_CUSTOM_FIELDS,
    registeredLinks: new Set(['go.example.com/sale', 'go.example.com/News']),
    trackingToken: 'k3Jq9',
    today: '2026-11-20',
    ...options,
  });
}

function textOf(body: string, options: Partial<MergeTagOptions> = {}): string {
  return resolve(body, options).text;
}

function expectUnchanged(body: string): void {
  expect(resolve(body)).toEqual({ text: body, linkIds: [] });
}

describe('contact-scoped variables (rules 2.7)', () => {
  it.each([
    ['{{contact_first_name}}', 'Ada'],
    ['{{contact_last_name}}', 'Lovelace'],
    ['{{contact_email}}', 'ada@example.com'],
    ['{{contact_phone_number}}', '+1 212 555 0123'],
    ['{{contact_gender}}', 'FEMALE'],
    ['{{contact_date_of_birth}}', '1815-12-10'],
    ['{{contact_zip_code}}', '10001'],
    ['{{contact_custom_field_1}}', 'Gold'],
    ['{{contact_custom_field_7}}', 'Last'],
  ])('resolves %s', (body, text) => {
    expect(resolve(body)).toEqual({ text, linkIds: [] });
  });

  it('writes a US number in 15 characters instead of 12', () => {
    expect('+12125550123').toHaveLength(12);
    expect(textOf('{{contact_phone_number}}')).toHaveLength(15);
  });

  it('writes a number of another country with its own groups', () => {
    expect(textOf('{{contact_phone_number}}', { contact: { phoneNumber: e164('+442071838750') } })).toBe(
      '+44 20 7183 8750',
    );
  });

  it('resolves several tags, repeated ones too, and keeps the text around them', () => {
    expect(
      textOf('Hi {{contact_first_name}} {{contact_last_name}}, {{contact_first_name}}{{contact_gender}}!'),
    ).toBe('Hi Ada Lovelace, AdaFEMALE!');
  });

  it('keeps characters of a value that mean something in replacement patterns', () => {
    expect(textOf('<{{contact_first_name}}>', { contact: { ...ADA, firstName: '$& $1 \\n 😀' } })).toBe(
      '<$& $1 \\n 😀>',
    );
  });
});

describe('custom fields (rules 2.6, 2.7)', () => {
  function field(value: string | number | boolean | string[]): string {
    const contact = { ...ADA, customFields: { contact_custom_field_3: value } };
    return textOf('[{{contact_custom_field_3}}]', { contact });
  }

  it('writes a number as JavaScript does', () => {
    expect(field(0)).toBe('[0]');
    expect(field(-1.5)).toBe('[-1.5]');
    expect(field(1e21)).toBe('[1e+21]');
  });

  it('writes a boolean as true or false', () => {
    expect(field(true)).toBe('[true]');
    expect(field(false)).toBe('[false]');
  });

  it('joins several selected options by a comma and a space', () => {
    expect(field(['Red', 'Green', 'Blue'])).toBe('[Red, Green, Blue]');
    expect(field(['Red'])).toBe('[Red]');
    expect(field([])).toBe('[]');
  });

  it('writes text, date and single select as they are', () => {
    expect(field('2026-02-28')).toBe('[2026-02-28]');
    expect(field('')).toBe('[]');
  });

  it('resolves to empty when the contact has no value', () => {
    expect(textOf('[{{contact_custom_field_2}}]')).toBe('[]');
    expect(textOf('[{{contact_custom_field_1}}]', { contact: { phoneNumber: ADA.phoneNumber } })).toBe('[]');
  });

  it('resolves to empty when the definition is not visible, whatever the contact holds', () => {
    const visibleCustomFieldKeys = new Set(['contact_custom_field_7']);
    expect(
      textOf('[{{contact_custom_field_1}}|{{contact_custom_field_7}}]', { visibleCustomFieldKeys }),
    ).toBe('[|Last]');
  });

  it.each([1, 2, 3, 4, 5, 6, 7])('knows contact_custom_field_%i without any definition', (n) => {
    expect(textOf(`[{{contact_custom_field_${n}}}]`, { visibleCustomFieldKeys: new Set() })).toBe('[]');
  });

  it.each(['0', '8', '10', '01', '-1', '', '1x'])('does not know contact_custom_field_%s', (n) => {
    expectUnchanged(`[{{contact_custom_field_${n}}}]`);
  });
});

describe('no contact, empty fields (rules 2.7 rules 2 to 4)', () => {
  it('makes every contact-scoped tag empty without a contact, and resolves the others', () => {
    expect(
      resolve(
        'a{{contact_first_name}}b{{contact_last_name}}c{{contact_email}}d{{contact_phone_number}}e{{contact_gender}}' +
          'f{{contact_date_of_birth}}g{{contact_zip_code}}h{{contact_custom_field_1}}i{{contact_custom_field_7}}' +
          'j{{current_date}}k{{dateOffset "1d"}}l{{trackingLink "go.example.com/sale"}}m{{contact_first}}n',
        { contact: undefined },
      ),
    ).toEqual({
      text: 'abcdefghij11/20/2026k11/21/2026lhttps://go.example.com/sale?r=k3Jq9m{{contact_first}}n',
      linkIds: ['go.example.com/sale'],
    });
  });

  it('gives the empty text for a body of nothing but a tag without value', () => {
    expect(resolve('{{contact_first_name}}', { contact: undefined })).toEqual({ text: '', linkIds: [] });
  });

  it('makes only the tag of an empty field empty', () => {
    const contact = { phoneNumber: ADA.phoneNumber, firstName: 'Ada', email: '' };
    expect(
      textOf(
        '{{contact_first_name}}|{{contact_last_name}}|{{contact_email}}|{{contact_gender}}|' +
          '{{contact_date_of_birth}}|{{contact_zip_code}}|{{contact_custom_field_1}}|{{contact_phone_number}}',
        { contact },
      ),
    ).toBe('Ada|||||||+1 212 555 0123');
  });
});

describe('unknown placeholders (rules 2.7 rule 5)', () => {
  it.each([
    '{{first_name}}',
    '{{phone_number}}',
    '{{zip_code}}',
    '{{custom_field_1}}',
    '{{contact_fist_name}}',
    '{{contact_firstName}}',
    '{{Contact_First_Name}}',
    '{{CURRENT_DATE}}',
    '{{contact_birth_date}}',
    '{{contact_id}}',
    '{{contact_first_name_}}',
    '{{contact_first name}}',
    '{{contact-first-name}}',
    '{{contact.firstName}}',
    '{{currentdate}}',
    '{{dateoffset "1d"}}',
    '{{DateOffset "1d"}}',
    '{{trackinglink "go.example.com/sale"}}',
    '{{constructor}}',
    '{{__proto__}}',
    '{{toString}}',
    '{{hasOwnProperty "x"}}',
    '{{constructor.constructor "return 1"}}',
    '{{}}',
    '{{ }}',
    '{{""}}',
    '{{ "go.example.com/sale" }}',
    '{{#if contact_first_name}}',
    '{{&contact_first_name}}',
  ])('leaves %s as it is', (body) => {
    expectUnchanged(body);
    expectUnchanged(`before ${body} behind`);
  });

  it('leaves a variable with an argument as it is', () => {
    expectUnchanged('{{contact_first_name "Ada"}}');
    expectUnchanged('{{contact_first_name ""}}');
    expectUnchanged('{{current_date "1d"}}');
  });

  it('leaves a helper without its argument as it is', () => {
    expectUnchanged('{{dateOffset}}');
    expectUnchanged('{{trackingLink}}');
    expectUnchanged('{{ trackingLink }}');
  });

  it.each([
    ['without quotes', '{{dateOffset 5d}} {{trackingLink go.example.com/sale}}'],
    ['with quotes of two kinds', `{{dateOffset "5d'}} {{trackingLink 'go.example.com/sale"}}`],
    ['with curly quotes', '{{dateOffset “5d”}} {{trackingLink ‘go.example.com/sale’}}'],
    ['with backticks', '{{dateOffset `5d`}}'],
    ['without white space before it', '{{dateOffset"5d"}} {{trackingLink"go.example.com/sale"}}'],
    ['twice', '{{dateOffset "5d" "6d"}} {{trackingLink "go.example.com/sale" "go.example.com/News"}}'],
    ['with something behind it', '{{dateOffset "5d"x}} {{trackingLink "go.example.com/sale" x}}'],
    ['unclosed', '{{dateOffset "5d}} and {{trackingLink '],
  ])('leaves a helper with an argument %s as it is', (_how, body) => {
    expectUnchanged(body);
  });

  it.each([
    '{contact_first_name}',
    '{ {contact_first_name} }',
    '{{contact_first_name}',
    '{contact_first_name}}',
    '{{contact_first_name} }',
    '{ {contact_first_name}}',
    '{{contact_first_name',
    'contact_first_name}}',
    '{{',
    '}}',
    '{',
    '',
    '}}{{',
    '{{}',
  ])('leaves incomplete braces %j as they are', (body) => {
    expectUnchanged(body);
  });

  it('leaves white space and line breaks of an unknown tag as they are', () => {
    expectUnchanged('{{  first_name\t}} {{\r\nfoo   "a  b"\n}}');
  });

  it('does not read other white space than space, tab and line breaks', () => {
    expectUnchanged('{{\u00a0contact_first_name\u00a0}}');
    expectUnchanged('{{\u2003contact_first_name}}');
    expectUnchanged('{{contact_first_name\u200b}}');
  });

  it('resolves known tags beside unknown ones', () => {
    expect(textOf('{{first_name}}{{contact_first_name}}{{nope "x"}}{{contact_last_name}}')).toBe(
      '{{first_name}}Ada{{nope "x"}}Lovelace',
    );
  });

  it('resolves a known tag behind an opening that is never closed', () => {
    expect(textOf('Use {{ and }: {{contact_first_name}}, {{contact_last')).toBe(
      'Use {{ and }: Ada, {{contact_last',
    );
    expect(textOf('{{dateOffset "5d}} for {{contact_first_name}}')).toBe('{{dateOffset "5d}} for Ada');
  });
});

describe('white space, quotes and nesting', () => {
  it('knows tags with white space inside the braces', () => {
    expect(
      textOf('{{ contact_first_name }}{{contact_first_name  }}{{\tcontact_last_name\n}}{{\r\ncurrent_date}}'),
    ).toBe('AdaAdaLovelace11/20/2026');
    expect(textOf('{{  dateOffset   "1d"  }}')).toBe('11/21/2026');
    expect(resolve(`{{ trackingLink\t'go.example.com/sale' }}`)).toEqual({
      text: 'https://go.example.com/sale?r=k3Jq9',
      linkIds: ['go.example.com/sale'],
    });
  });

  it('takes single and double quotes', () => {
    expect(textOf(`{{dateOffset '1d'}} {{dateOffset "1d"}}`)).toBe('11/21/2026 11/21/2026');
    expect(textOf(`{{trackingLink 'go.example.com/sale'}} {{trackingLink "go.example.com/sale"}}`)).toBe(
      'https://go.example.com/sale?r=k3Jq9 https://go.example.com/sale?r=k3Jq9',
    );
  });

  it('lets the other kind of quote stand in an argument', () => {
    expect(textOf(`{{trackingLink "it's"}} {{trackingLink 'a "b"'}}`)).toBe(`it's a "b"`);
  });

  it('resolves the inner of two openings', () => {
    expect(textOf('{{{contact_first_name}}}')).toBe('{Ada}');
    expect(textOf('{{{{contact_first_name}}}}')).toBe('{{Ada}}');
    expect(textOf('{{ {{contact_first_name}} }}')).toBe('{{ Ada }}');
    expect(textOf('{{foo {{contact_first_name}}')).toBe('{{foo Ada');
  });

  it('does not resolve a tag within the argument of an unknown one', () => {
    expectUnchanged('{{dateOffset "{{contact_first_name}}"}}');
    expectUnchanged(`{{foo '{{current_date}}'}}`);
  });

  it('does not build a helper from a value', () => {
    const contact = { ...ADA, firstName: '5d', lastName: 'go.example.com/sale' };
    expect(resolve('{{dateOffset "{{contact_first_name}}"}}', { contact })).toEqual({
      text: '{{dateOffset "{{contact_first_name}}"}}',
      linkIds: [],
    });
    expect(resolve('{{trackingLink "{{contact_last_name}}"}}', { contact })).toEqual({
      text: '{{contact_last_name}}',
      linkIds: [],
    });
  });
});

describe('date helpers (rules 2.7)', () => {
  it('writes today as MM/DD/YYYY', () => {
    expect(textOf('{{current_date}}')).toBe('11/20/2026');
    expect(textOf('{{current_date}}', { today: '2027-01-02' })).toBe('01/02/2027');
  });

  it.each([
    ['0d', '11/20/2026'],
    ['5d', '11/25/2026'],
    ['-20d', '10/31/2026'],
    ['2w', '12/04/2026'],
    ['3m', '02/20/2027'],
    ['-1y', '11/20/2025'],
  ])('moves today by %s', (argument, text) => {
    expect(textOf(`{{dateOffset "${argument}"}}`)).toBe(text);
  });

  it('ends on the last day of the month where the day is missing', () => {
    expect(textOf('{{dateOffset "1m"}}', { today: '2026-01-31' })).toBe('02/28/2026');
    expect(textOf('{{dateOffset "1y"}}', { today: '2024-02-29' })).toBe('02/28/2025');
  });

  it.each([
    '',
    'd',
    '5',
    ' 5d',
    '5d ',
    '5 d',
    '5D',
    '5h',
    '1.5d',
    'tomorrow',
    '7974y',
    `${'9'.repeat(400)}d`,
  ])('leaves the offset %j as it is', (argument) => {
    expectUnchanged(`{{dateOffset "${argument}"}}`);
  });
});

describe('tracking links (rules 2.7)', () => {
  it('turns a registered identifier into the short link with the message token', () => {
    expect(resolve('Sale: {{trackingLink "go.example.com/sale"}}!')).toEqual({
      text: 'Sale: https://go.example.com/sale?r=k3Jq9!',
      linkIds: ['go.example.com/sale'],
    });
  });

  it('names each registered link of the body once, in the order of first use', () => {
    expect(
      resolve(
        '{{trackingLink "go.example.com/News"}} {{trackingLink "go.example.com/sale"}} ' +
          `{{trackingLink 'go.example.com/News'}} {{trackingLink "go.example.com/none"}}`,
      ),
    ).toEqual({
      text:
        'https://go.example.com/News?r=k3Jq9 https://go.example.com/sale?r=k3Jq9 ' +
        'https://go.example.com/News?r=k3Jq9 go.example.com/none',
      linkIds: ['go.example.com/News', 'go.example.com/sale'],
    });
  });

  it.each([
    ['another path', 'go.example.com/other'],
    ['another case', 'go.example.com/SALE'],
    ['a scheme', 'https://go.example.com/sale'],
    ['a leading slash', '/go.example.com/sale'],
    ['a trailing slash', 'go.example.com/sale/'],
    ['a query string', 'go.example.com/sale?x=1'],
    ['an anchor', 'go.example.com/sale#top'],
    ['white space before', ' go.example.com/sale'],
    ['white space behind', 'go.example.com/sale '],
    ['only the domain', 'go.example.com'],
    ['nothing', ''],
    ['a name of every object', '__proto__'],
    ['a replacement pattern', '$& $1'],
    ['an offset', '5d'],
  ])('puts in the raw argument for %s', (_what, argument) => {
    expect(resolve(`<{{trackingLink "${argument}"}}>`)).toEqual({ text: `<${argument}>`, linkIds: [] });
  });

  it('does not resolve a tag within a raw argument', () => {
    expect(textOf('{{trackingLink "{{contact_first_name}}"}}')).toBe('{{contact_first_name}}');
    expect(textOf(`{{trackingLink "{{trackingLink 'go.example.com/sale'}}"}}`)).toBe(
      `{{trackingLink 'go.example.com/sale'}}`,
    );
  });

  it('does not read a raw argument together with the text around it', () => {
    expect(textOf('{{{{trackingLink "contact_first_name"}}}}')).toBe('{{contact_first_name}}');
    expect(textOf('{{trackingLink "{{contact_"}}first_name}}')).toBe('{{contact_first_name}}');
    expect(textOf('{{contact_{{trackingLink "first_name}}"}}')).toBe('{{contact_first_name}}');
    expect(textOf(`{{dateOffset "{{trackingLink '5d'}}"}}`)).toBe('{{dateOffset "5d"}}');
  });

  it('resolves tracking links before other variables', () => {
    expect(resolve(`{{dateOffset "{{trackingLink 'go.example.com/sale'}}"}}`)).toEqual({
      text: '{{dateOffset "https://go.example.com/sale?r=k3Jq9"}}',
      linkIds: ['go.example.com/sale'],
    });
  });
});

describe('substituted values', () => {
  it('does not resolve a tag within a value', () => {
    const contact = {
      ...ADA,
      firstName: '{{contact_last_name}}',
      lastName: '{{trackingLink "go.example.com/sale"}}',
      customFields: { contact_custom_field_1: ['{{current_date}}', '{{contact_custom_field_1}}'] },
    };
    expect(
      resolve('{{contact_first_name}} {{contact_last_name}} {{contact_custom_field_1}}', { contact }),
    ).toEqual({
      text: '{{contact_last_name}} {{trackingLink "go.example.com/sale"}} {{current_date}}, {{contact_custom_field_1}}',
      linkIds: [],
    });
  });

  it('does not read a value together with the text around it', () => {
    const contact = { ...ADA, firstName: '{{current', lastName: 'date}}' };
    expect(textOf('{{contact_first_name}}_date}} {{current_{{contact_last_name}}', { contact })).toBe(
      '{{current_date}} {{current_date}}',
    );
  });

  it('does not read values that meet as a tag', () => {
    const contact = { ...ADA, firstName: '{{current_', lastName: 'date}}' };
    expect(textOf('{{contact_first_name}}{{contact_last_name}}', { contact })).toBe('{{current_date}}');
  });
});

describe('findTrackingLinks', () => {
  it('names the argument of each well-formed tracking link once, in the order of first use', () => {
    expect(
      findTrackingLinks(
        `{{trackingLink "b.io/2"}} {{ trackingLink 'a.io/1' }} {{trackingLink 'b.io/2'}} {{trackingLink "https://c.io"}}`,
      ),
    ).toEqual(['b.io/2', 'a.io/1', 'https://c.io']);
  });

  it('names arguments that cannot be registered as they are', () => {
    expect(findTrackingLinks(`{{trackingLink ""}}{{trackingLink " a.io/1 "}}`)).toEqual(['', ' a.io/1 ']);
  });

  it('finds nothing in other or malformed tags', () => {
    expect(
      findTrackingLinks(
        `{{trackingLink}} {{trackingLink a.io/1}} {{trackingLink "a.io/1'}} {{trackinglink "a.io/1"}} {{dateOffset "1d"}} trackingLink "a.io/1"`,
      ),
    ).toEqual([]);
  });

  it('finds what resolveMergeTags then puts in, in odd places too', () => {
    const body = `{{{trackingLink "a.io/1"}} {{foo "{{trackingLink 'a.io/2'}}"}} {{trackingLink "x {{trackingLink 'a.io/3'}}"}}`;
    const found = findTrackingLinks(body);
    expect(found).toEqual(['a.io/1', 'a.io/2', `x {{trackingLink 'a.io/3'}}`]);
    expect(resolve(body, { registeredLinks: new Set(['a.io/1', 'a.io/2', 'a.io/3']) })).toEqual({
      text: `{https://a.io/1?r=k3Jq9 {{foo "https://a.io/2?r=k3Jq9"}} x {{trackingLink 'a.io/3'}}`,
      linkIds: ['a.io/1', 'a.io/2'],
    });
  });
});
