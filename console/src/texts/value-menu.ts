import type { ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown';
import type { CustomField, ShortLink } from '../api/schemas';
import type { TextKind } from './pieces';
import { CONTACT_TAGS, writeTag } from './value';

/** Id of the menu's item that makes a link. */
export const MAKE_LINK = 'make-link';

/** Links that the menu offers, the newest ones. */
const MOST_LINKS = 20;

interface Options {
  kind: Pick<TextKind, 'offersEvents'>;
  customFields: readonly Pick<CustomField, 'key' | 'label'>[];
  links: readonly Pick<ShortLink, 'link'>[];
  mayMakeLinks: boolean;
}

/** Returns the menu of values that a text can have; the id of an item is its tag. */
export function valueMenu({ kind, customFields, links, mayMakeLinks }: Options): ButtonDropdownProps.Items {
  const contact = (name: string, text: string) => ({
    id: writeTag({ kind: 'contact', name, ifEmpty: '' }),
    text,
  });
  const linkItems = [
    ...links.slice(0, MOST_LINKS).map(({ link }) => ({ id: writeTag({ kind: 'link', link }), text: link })),
    ...(mayMakeLinks ? [{ id: MAKE_LINK, text: 'Make a link…' }] : []),
  ];
  return [
    { text: 'Contact', items: Object.entries(CONTACT_TAGS).map(([name, text]) => contact(name, text)) },
    ...(customFields.length > 0
      ? [{ text: 'Custom fields', items: customFields.map(({ key, label }) => contact(key, label)) }]
      : []),
    ...(kind.offersEvents
      ? [
          {
            text: 'Event',
            items: [
              { id: writeTag({ kind: 'event', name: 'name', ifEmpty: '' }), text: 'A value of the event' },
            ],
          },
        ]
      : []),
    {
      text: 'Date',
      items: [
        { id: writeTag({ kind: 'today' }), text: 'Today' },
        { id: writeTag({ kind: 'date', offset: '7d' }), text: 'A date from today on' },
      ],
    },
    ...(linkItems.length > 0 ? [{ text: 'Tracked link', items: linkItems }] : []),
  ];
}
