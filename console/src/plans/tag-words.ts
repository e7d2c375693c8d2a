import { CONTACT_TAGS } from './merge-tag-menu';

const TAG = /\{\{\s*([^{}]*?)\s*\}\}/g;
/** Tags that are empty where the recipient, or the event, has no value; a number is always there. */
const MAY_BE_EMPTY = /^(contact_(?!phone_number$)|event_)\w+$/;

/** Names the values in a text as people do: `{{contact_first_name}}` is `[First name]`. */
export const nameTags = (body: string): string =>
  body.replace(TAG, (tag, name: string) => {
    const label = CONTACT_TAGS[name];
    return label === undefined ? tag : `[${label}]`;
  });

/** Returns the text of a recipient who has none of its values; `undefined` when it is the same for everyone. */
export function textWithoutValues(body: string): string | undefined {
  const text = body.replace(TAG, (tag, name: string) => (MAY_BE_EMPTY.test(name) ? '' : tag));
  return text === body ? undefined : text;
}
