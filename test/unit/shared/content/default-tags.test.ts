import { checkContent } from '../../../../shared/content/rules/check-content';
import { describeDoubt, findDoubtfulTags } from '../../../../shared/content/doubtful-tags';
import { findTags } from '../../../../shared/content/merge-tag-parser';
import { type MergeTagContact, resolveMergeTags } from '../../../../shared/content/merge-tags';
import type { E164 } from '../../../../shared/phone-numbers/e164';

const NO_ONE = { phoneNumber: '+12125550123' as E164 };
const resolve = (body: string, options: { contact?: MergeTagContact; hasDefaults?: boolean } = {}) =>
  resolveMergeTags({
    body,
    contact: options.contact,
    visibleCustomFieldKeys: new Set(),
    registeredLinks: new Set(['go.acme.com/a']),
    trackingToken: 't',
    today: '2026-03-01',
    hasDefaults: options.hasDefaults ?? true,
    eventData: { shop: 'Dock 3', empty: '' },
  }).text;

describe('rules E4: the default of a value', () => {
  it.each([
    ['Hi {{contact_first_name or "friend"}}!', 'Hi friend!'],
    ["Hi {{contact_first_name or'friend'}}!", 'Hi friend!'],
    ['Hi {{ contact_first_name\nor\t"my friend" }}!', 'Hi my friend!'],
    ['{{contact_custom_field_7 or "none"}}', 'none'],
    ['{{event_shop or "the shop"}} {{event_empty or "?"}}', 'Dock 3 ?'],
    ['Hi {{contact_first_name or ""}}!', 'Hi !'],
    [`{{contact_email or "it's"}} {{contact_email or 'a "b"'}}`, `it's a "b"`],
    ['{{contact_email or "{{contact_first_name}} }} |"}}', '{{contact_first_name}} }} |'],
    ['{{trackingLink "go.acme.com/a"}} {{contact_email or "x"}}', 'https://go.acme.com/a?r=t x'],
  ])('of %s is sent to a contact without it, and to no contact', (body, text) => {
    expect([resolve(body), resolve(body, { contact: NO_ONE })]).toEqual([text, text]);
  });

  it('is not sent in the place of a value', () => {
    const contact = { ...NO_ONE, firstName: 'Ada', lastName: ' ' };
    const body = '{{contact_first_name or "friend"}} {{contact_last_name or "-"}}';
    expect(resolve(body, { contact })).toBe('Ada -');
  });

  it.each([
    ['of a date', '{{current_date or "today"}}'],
    ['of an offset', '{{dateOffset "1d" or "today"}}'],
    ['of a link', '{{trackingLink "go.acme.com/a" or "x"}}'],
    ['of another word', '{{contact_first_name | default: "friend"}}'],
    ['without quotes', '{{contact_first_name or friend}}'],
    ['with another filter', '{{contact_first_name | upcase}}'],
    ['of an unknown name', '{{first_name or "friend"}}'],
    ['whose quote does not end', `{{contact_first_name or "friend'}}`],
  ])('%s is no tag', (_title, body) => {
    expect(resolve(body)).toBe(body);
    const known = { registeredLinks: new Set(['go.acme.com/a']), customFieldKeys: new Set<string>() };
    expect(findDoubtfulTags(body, { ...known, hasDefaults: true })).toEqual([
      { tag: body, doubt: 'unknown' },
    ]);
  });

  it('is not known in messages, and the tag in it resolves as before', () => {
    const body = 'Hi {{contact_first_name or "friend"}} {{x or "{{contact_email}}"}}';
    expect(resolve(body, { hasDefaults: false })).toBe('Hi {{contact_first_name or "friend"}} {{x or ""}}');
  });

  it('is known to the check of tags, also for a field that the account does not have', () => {
    const known = { registeredLinks: new Set<string>(), customFieldKeys: new Set<string>() };
    const body = '{{contact_first_name or "you"}} {{contact_custom_field_2 or "x"}}';
    expect(findDoubtfulTags(body, { ...known, hasDefaults: true })).toEqual([]);
    expect(findDoubtfulTags(body, known).map(describeDoubt)).toHaveLength(2);
  });

  it('is judged by the content rules where it stands', () => {
    const body = 'Tonight: {{contact_first_name or "vodka"}} 2 for 1 at the bar, $5 shots';
    const found = checkContent(body, { hasDefaults: true });
    expect(found).toMatchObject({ category: 'alcohol', match: 'vodka', index: body.indexOf('vodka') });
  });

  it('is not found in a long text of such that do not end', () => {
    const text = '{{a or"{{a or\''.repeat(20_000);
    expect(findTags(text, { hasDefaults: true })).toEqual([]);
  });
});
