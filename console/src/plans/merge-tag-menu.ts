import type { ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown';
import type { CustomField } from '../api/schemas';

/** Merge tags for values of the recipient, with the names that people give them. */
export const CONTACT_TAGS: Readonly<Record<string, string>> = {
  contact_first_name: 'First name',
  contact_last_name: 'Last name',
  contact_email: 'Email',
  contact_phone_number: 'Phone number',
  contact_gender: 'Gender',
  contact_date_of_birth: 'Date of birth',
  contact_zip_code: 'Postal code',
};
const DATE_TAGS: Record<string, string> = {
  current_date: 'Today',
  'dateOffset "7d"': 'In 7 days',
};

const items = (tags: Readonly<Record<string, string>>) =>
  Object.entries(tags).map(([id, text]) => ({ id, text }));

/** Returns the menu of merge tags for values of the recipient, and of the event that begins an automation. */
export function mergeTagMenu(
  customFields: readonly CustomField[],
  { isOfEvent = false } = {},
): ButtonDropdownProps.Items {
  return [
    { text: 'Contact', items: items(CONTACT_TAGS) },
    ...(customFields.length > 0
      ? [{ text: 'Custom fields', items: customFields.map(({ key, label }) => ({ id: key, text: label })) }]
      : []),
    ...(isOfEvent ? [{ text: 'Event', items: [{ id: 'event_name', text: 'A value of the event' }] }] : []),
    { text: 'Date', items: items(DATE_TAGS) },
    { text: 'Link', items: [{ id: 'trackingLink "go.example.com/name"', text: 'Tracked link' }] },
  ];
}
