import fc from 'fast-check';
import { checkContent } from '../../../../../shared/content/rules/check-content';
import { deliverWithoutValues } from '../../../../../shared/content/rules/internal/delivered-text';
import { type MergeTagContact, resolveMergeTags } from '../../../../../shared/content/merge-tags';
import { parseE164, type E164 } from '../../../../../shared/phone-numbers/e164';

const PHONE = parseE164('+12125550123') as E164;
/** Placeholder for any value, which occurs in no body. */
const VALUE = '\u{e000}';
const CONTACT: MergeTagContact = {
  phoneNumber: PHONE,
  firstName: VALUE,
  lastName: VALUE,
  email: VALUE,
  gender: VALUE,
  birthDate: VALUE,
  postalCode: VALUE,
  customFields: { contact_custom_field_1: VALUE, contact_custom_field_2: VALUE },
};
const LINKS = ['a.io/1', "go.x.com/it's", 'bit.ly/a'];

// Pieces of tags, good and bad, what a hostile writer puts between them, and words that the rules refuse.
const PIECE = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('{{', '}}', '{', '}', '"', "'", ' ', '\n', '\t', '\u00a0', '.') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'contact_first_name',
      'contact_custom_field_1',
      'contact_custom_field_8',
      'current_date',
      'dateOffset ',
      'trackingLink ',
      'first_name',
      '"5d"',
      "'-1m'",
      '"5d\'',
      '"bit.ly/b"',
      `"go.x.com/it's"`,
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '{{contact_first_name}}',
      '{{ contact_custom_field_1 }}',
      '{{contact_phone_number}}',
      '{{current_date}}',
      '{{dateOffset "1m"}}',
      '{{dateOffset "99999y"}}',
      '{{ trackingLink "a.io/1" }}',
      `{{trackingLink "go.x.com/it's"}}`,
      `{{trackingLink 'go.x.com/it"s'}}`,
      '{{trackingLink "{{contact_first_name}}"}}',
      '{{trackingLink ""}}',
      '{{nope}}',
      '{{nope "{{contact_first_name}}"}}',
      '{{ {{contact_last_name}} }}',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('bit.ly/a', 'bit', 'ly/a', 'vod', 'ka', 'vodka', '20% off', 'sex', 's', 'ex'),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: 'binary', maxLength: 5 })
      .filter((text) => !text.includes(VALUE) && !/\d/.test(text)),
  },
);
const BODY = fc.array(PIECE, { maxLength: 30 }).map((pieces) => pieces.join(''));
const REGISTERED = fc.subarray(LINKS).map((links) => new Set(links));

function send(body: string, registeredLinks: ReadonlySet<string>, contact?: MergeTagContact): string {
  return resolveMergeTags({
    body,
    contact,
    visibleCustomFieldKeys: new Set(['contact_custom_field_1', 'contact_custom_field_2']),
    registeredLinks,
    trackingToken: 'r',
    today: '2000-01-01',
  }).text;
}

describe('what the content rules see', () => {
  it('is what is sent, but for the values', () => {
    fc.assert(
      fc.property(BODY, REGISTERED, (body, registered) => {
        const sent = send(body, registered, CONTACT).replaceAll('+1 212 555 0123', VALUE);

        expect(deliverWithoutValues(body, { registeredLinks: registered }).text).toBe(
          sent.replaceAll(VALUE, ''),
        );
      }),
      { numRuns: 3000 },
    );
  });

  it('leads back to the same character of the body, or to the tag that it comes from', () => {
    fc.assert(
      fc.property(BODY, REGISTERED, fc.nat(), fc.nat(), (body, registered, first, size) => {
        const delivered = deliverWithoutValues(body, { registeredLinks: registered });
        if (delivered.text === '') return;
        const index = first % delivered.text.length;
        const length = 1 + (size % (delivered.text.length - index));
        const begin = delivered.toBody({ index, length: 1 });
        const end = delivered.toBody({ index: index + length - 1, length: 1 });
        const source = body.slice(begin.index, begin.index + begin.length);

        const origin =
          begin.length === 1 ? source : deliverWithoutValues(source, { registeredLinks: registered }).text;
        expect(origin).toContain(delivered.text.charAt(index));
        expect(delivered.toBody({ index, length })).toEqual({
          index: begin.index,
          length: end.index + end.length - begin.index,
        });
      }),
      { numRuns: 2000 },
    );
  });

  it('passes only if the text for a recipient without values does', () => {
    fc.assert(
      fc.property(BODY, REGISTERED, (body, registeredLinks) => {
        if (checkContent(body, { registeredLinks }) !== undefined) return;
        const sent = send(body, registeredLinks);

        expect([body, checkContent(sent, { registeredLinks, isResolved: true })]).toEqual([body, undefined]);
      }),
      { numRuns: 3000 },
    );
  });
});
