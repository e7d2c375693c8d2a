import { describeLength } from '../../../console/src/texts/describe-length';
import { AUTOMATION_TEXT, CAMPAIGN_TEXT, MESSAGE_TEXT } from '../../../console/src/texts/pieces';
import { lacksDefault, nameTags, textWithoutValues } from '../../../console/src/texts/tag-words';
import { longestOf } from '../../../console/src/screens/campaigns/longest-of';

it('names the values that people know, and leaves other tags as they are written', () => {
  const body =
    'Hi {{contact_first_name or "you"}} {{ contact_email }}, {{event_order}} {{first_name}} {{contact_custom_field_2}}';
  expect(nameTags(body, new Map([['contact_custom_field_2', 'Plan']]))).toBe(
    'Hi [First name, if empty: you] [Email], [Event: order] {{first_name}} [Plan]',
  );
});

it.each([
  ['Hi {{contact_first_name}}, {{contact_custom_field_2}}!', 'Hi , !', true],
  ['Hi {{contact_first_name or "friend"}}!', 'Hi friend!', true],
  ['{{event_total}} paid', ' paid', true],
  ['Hi {{contact_phone_number}}, {{current_date}}', 'Hi +1 212 555 0123, 03/01/2026', false],
  ['{{dateOffset "-1d"}} {{trackingLink "a.co/b"}}', '02/28/2026 https://a.co/b?r=preview000', false],
  ['Hi {{first_name}}', 'Hi {{first_name}}', false],
  ['Hi', 'Hi', false],
])('writes %j as who has no values gets it', (body, text, hasValues) => {
  expect(textWithoutValues(body, AUTOMATION_TEXT, '2026-03-01')).toEqual({ text, hasValues });
});

it('knows values of events in automations only, and defaults not in single messages', () => {
  expect(textWithoutValues('{{event_total}}', CAMPAIGN_TEXT, '2026-03-01').text).toBe('{{event_total}}');
  const body = '{{contact_email or "x"}}';
  expect(textWithoutValues(body, MESSAGE_TEXT, '2026-03-01')).toEqual({ text: body, hasValues: false });
});

it.each([
  ['Hi {{contact_first_name}}', true],
  ['Hi {{contact_first_name or "you"}}', false],
  ['{{contact_first_name or "you"}} {{contact_email}}', true],
  ['{{contact_phone_number}} {{current_date}} {{trackingLink "a.co/b"}}', false],
  ['Hi', false],
])('tells of %j that a value lacks a default: %s', (body, lacks) => {
  expect(lacksDefault(body, CAMPAIGN_TEXT)).toBe(lacks);
});

it.each([
  [['a'.repeat(160)], '1 SMS part (GSM-7)', false],
  [['a', 'a'.repeat(161)], '1 to 2 SMS parts (GSM-7)', false],
  [['a', '🎈'], '1 SMS part (UCS-2)', true],
])('describes the length of texts %#', (texts, words, isShortened) => {
  expect(describeLength(texts)).toEqual({ words, isShortened });
});

it('finds the text with the most segments, then with the most characters', () => {
  const samples = ['short', 'a'.repeat(100), '🎈'.repeat(40), 'a'.repeat(99)].map((body, index) => ({
    to: `+1206555010${index}`,
    body,
  }));
  expect(longestOf(samples)?.to).toBe('+12065550102');
  expect(longestOf(samples.slice(0, 2))?.to).toBe('+12065550101');
  expect(longestOf([])).toBeUndefined();
});
