import Header from '@cloudscape-design/components/header';
import { DataTable } from '../lists/data-table';
import type { Contact } from '../api/schemas';
import { RouteLink } from '../app/route-link';
import { useAccount } from '../app/session';
import { nameOf } from '../format/names';
import { EmptyList } from '../lists/list-states';

/** Table with some of the contacts of an audience, or all when they are few, so that the user can check it. */
export function ContactSample({ contacts, matched }: { contacts: readonly Contact[]; matched: number }) {
  const { path } = useAccount();
  return (
    <DataTable<Contact>
      variant="container"
      header={<Header variant="h2">{contacts.length < matched ? 'Some of them' : 'All of them'}</Header>}
      ariaLabels={{ tableLabel: 'Some contacts of the audience' }}
      items={contacts}
      trackBy="id"
      wrapLines
      empty={<EmptyList title="No contacts match">Change the groups or the rules.</EmptyList>}
      columnDefinitions={[
        {
          id: 'phone',
          header: 'Phone number',
          isRowHeader: true,
          cell: ({ phoneNumber }) => (
            <RouteLink to={path(`contacts/${encodeURIComponent(phoneNumber)}`)}>{phoneNumber}</RouteLink>
          ),
        },
        { id: 'name', header: 'Name', cell: nameOf },
        {
          id: 'groups',
          header: 'Groups',
          cell: ({ groups }) => groups.map(({ name }) => name).join(', ') || '–',
        },
        { id: 'tz', header: 'Time zone', cell: ({ tz }) => tz ?? '–' },
      ]}
    />
  );
}
