import { nameTags, textWithoutValues } from '../../../console/src/plans/tag-words';

it('names the values that people know, and leaves other tags as they are written', () => {
  expect(nameTags('Hi {{contact_first_name}} {{ contact_email }}, {{event_order}} {{first_name}}')).toBe(
    'Hi [First name] [Email], {{event_order}} {{first_name}}',
  );
});

it.each([
  ['Hi {{contact_first_name}}, {{contact_custom_field_2}}!', 'Hi , !'],
  ['{{event_total}} paid', ' paid'],
  ['Hi {{contact_phone_number}}, {{current_date}}', undefined],
  ['Hi {{first_name}}', undefined],
  ['Hi', undefined],
])('writes %j as who has no values gets it', (body, text) => {
  expect(textWithoutValues(body)).toBe(text);
});
