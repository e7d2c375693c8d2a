import { deliveredAsIs, deliverWithoutValues } from '../../../../../shared/content/rules/delivered-text';

const NO_LINKS: ReadonlySet<string> = new Set();

describe('deliverWithoutValues', () => {
  it.each([
    ['a name, which may be empty', 'Hi {{contact_first_name}}!', 'Hi !'],
    ['a name with spaces', 'Hi {{ contact_first_name }}!', 'Hi !'],
    ['the date', 'On {{current_date}}!', 'On 01/01/2000!'],
    ['an offset', "on {{dateOffset '3d'}}.", 'on 01/04/2000.'],
    ['a link that is not registered', 'tap {{trackingLink "bit.ly/abc"}}', 'tap bit.ly/abc'],
    ['a link that is', 'tap {{trackingLink "go.acme.com/a"}}', 'tap https://go.acme.com/a?r=r'],
  ])('puts what is delivered in the place of %s', (_, body, text) => {
    expect(deliverWithoutValues(body, new Set(['go.acme.com/a'])).text).toBe(text);
  });

  it.each([
    '{{sex}}',
    '{{contact_custom_field_8}}',
    '{{dateOffset "buy beer"}}',
    '{{dateOffset "12065550100d"}}',
    '{{buy beer}}',
    '{{other "bit.ly/a"}}',
    '{{ }}',
    '{{a',
    '{b}',
  ])('keeps %s', (body) => {
    expect(deliverWithoutValues(body, NO_LINKS).text).toBe(body);
  });

  it('says where a tag cuts a word in two', () => {
    const delivered = deliverWithoutValues(
      's{{contact_gender}}ex {{contact_email}}b{{contact_gender}} {{current_date}}c{{trackingLink ""}}{{contact_gender}}é',
      NO_LINKS,
    );

    expect(delivered.text).toBe('sex b 01/01/2000cé');
    expect([...delivered.joins]).toEqual([1, 17]);
  });

  it('leads back to the body', () => {
    const body = 'a{{contact_gender}}b {{trackingLink "x.io/1"}} {{current_date}} c';
    const delivered = deliverWithoutValues(body, NO_LINKS);
    const back = (part: string) => {
      const index = delivered.text.indexOf(part);
      const span = delivered.toBody({ index, length: part.length });
      return body.slice(span.index, span.index + span.length);
    };

    expect(delivered.text).toBe('ab x.io/1 01/01/2000 c');
    expect(back('a')).toBe('a');
    expect(back('b')).toBe('b');
    expect(back('ab')).toBe('a{{contact_gender}}b');
    expect(back('x.io')).toBe('x.io');
    expect(back('io/1 01/01')).toBe('io/1"}} {{current_date}}');
    expect(back('c')).toBe('c');
  });
});

describe('deliveredAsIs', () => {
  it('keeps tags', () => {
    const delivered = deliveredAsIs('a {{current_date}}');

    expect(delivered.text).toBe('a {{current_date}}');
    expect(delivered.toBody({ index: 2, length: 3 })).toEqual({ index: 2, length: 3 });
  });
});
