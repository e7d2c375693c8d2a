import type { Contact, CustomField } from '../../api/schemas';
import { Pill } from '../../app/pill';
import { RouteLink } from '../../app/route-link';
import { countryName } from '../../format/countries';
import { formatCalendarDate } from '../../format/dates';
import { nameOf } from '../../format/names';
import { When } from '../../format/when';
import type { ListColumn } from '../../lists/resource-table';
import { words } from './describe-consent';
import { showValue } from './show-value';

/** Returns the columns of contacts: five that every user sees, and one for each further field, to be chosen. */
export function contactColumns(
  path: (screen: string) => string,
  customFields: readonly Pick<CustomField, 'label' | 'type'>[],
): ListColumn<Contact>[] {
  return [
    {
      id: 'phone',
      header: 'Phone number',
      isRowHeader: true,
      cell: ({ phoneNumber }) => (
        <RouteLink to={path(`contacts/${encodeURIComponent(phoneNumber)}`)}>{phoneNumber}</RouteLink>
      ),
    },
    { id: 'name', header: 'Name', cell: (contact) => nameOf(contact) },
    { id: 'groups', header: 'Groups', cell: (contact) => <GroupsOf contact={contact} /> },
    { id: 'tz', header: 'Time zone', cell: ({ tz }) => tz ?? '–' },
    { id: 'created', header: 'Added', cell: ({ createdAt }) => <When at={createdAt} /> },
    extra('tags', 'Tags', tagsOf),
    extra('email', 'E-mail', ({ email }) => email),
    extra('birthDate', 'Date of birth', ({ birthDate }) => formatCalendarDate(birthDate)),
    extra('gender', 'Gender', ({ gender }) => gender && words(gender)),
    extra('street', 'Street', ({ address }) => address?.street),
    extra('city', 'City', ({ address }) => address?.city),
    extra('state', 'State', ({ address }) => address?.state),
    extra('postalCode', 'Postal code', ({ address }) => address?.postalCode),
    extra('country', 'Country', ({ address }) => address?.country && countryName(address.country)),
    extra('favorite', 'Favorite', ({ isFavorite }) => (isFavorite ? 'Yes' : 'No')),
    {
      ...{ id: 'optedOut', header: 'Opted out', isExtra: true },
      cell: ({ optedOutAt }) => <When at={optedOutAt} />,
    },
    ...customFields.map(({ label, type }) =>
      extra(`field ${label}`, label, (contact) => showValue(contact.customFields[label], type)),
    ),
  ];
}

/** Column of a field that is shown once it is chosen. */
const extra = (
  id: string,
  header: string,
  read: (contact: Contact) => string | undefined,
): ListColumn<Contact> => ({
  ...{ id, header, isExtra: true },
  cell: (contact) => <span className="wrap-anywhere">{read(contact) ?? '–'}</span>,
});

/** Tags of a contact in all of its groups, each once. */
function tagsOf({ groups }: Contact): string | undefined {
  const names = new Set(groups.flatMap(({ tags }) => tags.map(({ name }) => name)));
  return names.size === 0 ? undefined : [...names].join(', ');
}

function GroupsOf({ contact }: { contact: Contact }) {
  if (contact.optedOutAt !== undefined) return <Pill look="opted-out">Opted out</Pill>;
  if (contact.setAsideAt !== undefined) return <Pill look="waiting">Set aside</Pill>;
  const names = [
    ...contact.groups.map(({ name }) => name),
    ...contact.pendingGroups.map(({ name }) => `${name} (not confirmed)`),
  ];
  return names.join(', ') || 'None';
}
