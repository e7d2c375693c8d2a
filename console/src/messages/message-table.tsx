import { unwrap } from '../api/client';
import { RouteLink } from '../app/route-link';
import { useAccount } from '../app/session';
import { formatDateTime } from '../format/dates';
import { EmptyList } from '../lists/list-states';
import { PartOf } from './part-of';
import { ResourceTable } from '../lists/resource-table';
import { usePages } from '../lists/use-pages';
import { MessageStatus } from './message-status';
import { MessageText } from './message-text';

/** Table of all texts to and from a phone, including those of campaigns and jobs, with links to their history. */
export function PhoneTexts({ phoneNumber }: { phoneNumber: string }) {
  const { id, api, path } = useAccount();
  const pages = usePages({
    queryKey: [id, `contacts/${encodeURIComponent(phoneNumber)}/messages`],
    fetchPage: (query) => {
      const params = { path: { phoneNumber }, query };
      return unwrap(api.GET('/console/api/contacts/{phoneNumber}/messages', { params }));
    },
  });
  return (
    <ResourceTable
      pages={pages}
      label="Texts"
      trackBy={({ message }) => message.id}
      empty={<EmptyList title="No texts">Nothing was sent to this phone or came from it.</EmptyList>}
      columns={[
        {
          id: 'at',
          header: 'Time',
          isRowHeader: true,
          cell: ({ message }) => (
            <RouteLink to={path(`messages/${message.id}`)}>{formatDateTime(message.createdAt)}</RouteLink>
          ),
        },
        {
          id: 'status',
          header: 'Status',
          minWidth: 150,
          cell: ({ message }) => <MessageStatus message={message} />,
        },
        {
          id: 'body',
          header: 'Text',
          minWidth: 200,
          cell: ({ message }) => <MessageText message={message} />,
        },
        {
          id: 'direction',
          header: 'Direction',
          cell: ({ message }) => (message.direction === 'inbound' ? 'From the phone' : 'To the phone'),
        },
        { id: 'part', header: 'Part of', cell: (text) => <PartOf text={text} none="A single text" /> },
      ]}
    />
  );
}
