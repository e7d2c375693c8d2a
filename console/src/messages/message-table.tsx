import { useSearchParams } from 'react-router';
import { unwrap } from '../api/client';
import type { Message, PhoneText } from '../api/schemas';
import { useAccount } from '../app/session';
import { WhenLink } from '../app/when-link';
import { formatCount, formatDollars } from '../format/numbers';
import { EmptyList } from '../lists/list-states';
import { PartOf } from './part-of';
import { ResourceTable } from '../lists/resource-table';
import { usePages } from '../lists/use-pages';
import { MessageStatus } from './message-status';
import { SenderName } from '../senders/sender-name';
import { MessageText } from './message-text';
import { readTextFilter } from './text-filter';
import { TextFilterFields } from './text-filter-fields';
import { WhyNot } from './why-not';

/** Table of all texts to and from a phone, including those of campaigns and jobs, with links to their history. */
export function PhoneTexts({ phoneNumber }: { phoneNumber: string }) {
  const { id, api, path } = useAccount();
  const [searched] = useSearchParams();
  const filter = readTextFilter(searched);
  const pages = usePages({
    queryKey: [id, `contacts/${encodeURIComponent(phoneNumber)}/messages`, filter],
    fetchPage: (page) => {
      const params = { path: { phoneNumber }, query: { ...page, ...filter } };
      return unwrap(api.GET('/console/api/contacts/{phoneNumber}/messages', { params }));
    },
  });
  return (
    <ResourceTable
      pages={pages}
      label="Texts"
      trackBy={({ message }) => message.id}
      filter={<TextFilterFields />}
      empty={
        Object.keys(filter).length > 0 ? (
          <EmptyList title="No texts here">Choose another status, campaign or day.</EmptyList>
        ) : (
          <EmptyList title="No texts">
            Nothing was sent to this phone or came from it. A campaign, or a message from the contact’s page,
            is listed here.
          </EmptyList>
        )
      }
      totals={totalsOf}
      columns={[
        {
          id: 'at',
          header: 'Time',
          isRowHeader: true,
          cell: ({ message }) => <WhenLink at={message.createdAt} to={path(`messages/${message.id}`)} />,
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
        { id: 'why', header: 'Why', minWidth: 200, cell: ({ message }) => <WhyNot message={message} /> },
        { id: 'part', header: 'Part of', cell: (text) => <PartOf text={text} none="A single text" /> },
        {
          ...{ id: 'direction', header: 'Direction', isExtra: true },
          cell: ({ message }) => (message.direction === 'inbound' ? 'From the phone' : 'To the phone'),
        },
        {
          ...{ id: 'from', header: 'From', isExtra: true },
          cell: ({ message }) => (message.from === null ? '–' : <SenderName from={message.from} />),
        },
        {
          ...{ id: 'segments', header: 'Parts', isExtra: true },
          cell: ({ message }) => (message.segments === undefined ? '–' : formatCount(message.segments)),
        },
        {
          ...{ id: 'price', header: 'Price', isExtra: true },
          cell: ({ message }) =>
            'price' in message && message.price !== undefined ? formatDollars(message.price) : '–',
        },
      ]}
    />
  );
}

/** Sums of the shown texts. Which of all texts match the filter is not known before the last page. */
function totalsOf(texts: PhoneText[]): string[] {
  const count = (isMeant: (message: Message) => boolean) =>
    formatCount(texts.filter(({ message }) => isMeant(message)).length);
  return [
    `${count(({ direction }) => direction === 'outbound')} to the phone`,
    `${count(({ direction }) => direction === 'inbound')} from it`,
    `${count(({ status, ...rest }) => status === 'failed' || ('deliveryStatus' in rest && rest.deliveryStatus === 'failed'))} failed or not delivered`,
  ];
}
