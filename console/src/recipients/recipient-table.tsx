import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { useSearchParams } from 'react-router';
import type { RecipientResult } from '../api/schemas';
import { RouteLink } from '../app/route-link';
import { useAccount } from '../app/session';
import { formatCount, formatDollars } from '../format/numbers';
import { When } from '../format/when';
import { EmptyList } from '../lists/list-states';
import { ResourceTable } from '../lists/resource-table';
import { usePages, type Page, type PageQuery } from '../lists/use-pages';
import { describeReason } from './reasons';
import {
  FILTER_NAMES,
  readFilter,
  NOT_DELIVERED,
  NOT_SENT,
  RECIPIENT_FILTERS,
  type RecipientFilter,
} from './recipient-filter';
import { RecipientStatus } from './recipient-status';

interface Props {
  queryKey: readonly unknown[];
  read: (query: RecipientFilter & PageQuery) => Promise<Page<RecipientResult>>;
}

/** Table of the recipients of a campaign, broadcast or batch, with their status. The address keeps the filter. */
export function RecipientTable({ queryKey, read }: Props) {
  const { path } = useAccount();
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const chosen = new URLSearchParams({ ...filter }).toString();
  const pages = usePages({
    queryKey: [...queryKey, chosen],
    fetchPage: (page) => read({ ...page, ...filter }),
  });
  const known = RECIPIENT_FILTERS.find(({ value }) => value === chosen);
  const selected = known ?? { value: chosen, label: describeReason(filter.reason ?? chosen) };
  const choose = (wanted: string) => {
    const next = new URLSearchParams(params);
    for (const name of FILTER_NAMES) next.delete(name);
    new URLSearchParams(wanted).forEach((value, name) => next.set(name, value));
    setParams(next);
  };
  return (
    <ResourceTable
      pages={pages}
      label="Recipients"
      trackBy={(recipient) =>
        'messageId' in recipient ? recipient.messageId : `${String(recipient.to)} ${recipient.status}`
      }
      filter={
        <FormField label="Show">
          <Select
            selectedOption={selected}
            options={known === undefined ? [...RECIPIENT_FILTERS, selected] : RECIPIENT_FILTERS}
            onChange={({ detail }) => choose(detail.selectedOption.value ?? '')}
          />
        </FormField>
      }
      empty={
        chosen === '' ? (
          <EmptyList title="No recipients">It has none, or they are not chosen yet.</EmptyList>
        ) : (
          <EmptyList
            title="No such recipients"
            action={
              chosen === NOT_SENT ? (
                <Button onClick={() => choose(NOT_DELIVERED)}>Show those sent, but not delivered</Button>
              ) : (
                <Button onClick={() => choose('')}>Show all recipients</Button>
              )
            }
          />
        )
      }
      totals={totalsOf}
      columns={[
        {
          id: 'to',
          header: 'To',
          isRowHeader: true,
          cell: ({ to }) =>
            to === null ? (
              'Erased contact'
            ) : (
              <RouteLink to={path(`contacts/${encodeURIComponent(to)}`)}>{to}</RouteLink>
            ),
        },
        {
          id: 'status',
          header: 'Status',
          minWidth: 150,
          cell: (recipient) => <RecipientStatus recipient={recipient} />,
        },
        { id: 'why', header: 'Why', cell: reasonOf },
        {
          id: 'at',
          header: 'Time',
          cell: (recipient) => <TimeOf recipient={recipient} />,
        },
        {
          id: 'clicks',
          header: 'Clicks',
          cell: (recipient) => ('clicks' in recipient ? (recipient.clicks?.count ?? 0) : 0),
        },
        {
          id: 'timeline',
          header: 'Timeline',
          cell: (recipient) =>
            'messageId' in recipient ? (
              <RouteLink
                to={path(`messages/${recipient.messageId}`)}
                ariaLabel={`Open the timeline of the text to ${recipient.to ?? 'an erased contact'}`}
              >
                Open
              </RouteLink>
            ) : (
              '–'
            ),
        },
        {
          ...{ id: 'sentFrom', header: 'Sent from', isExtra: true },
          cell: (recipient) => ('sentFrom' in recipient && recipient.sentFrom) || '–',
        },
        {
          ...{ id: 'parts', header: 'Parts', isExtra: true },
          cell: (recipient) =>
            'parts' in recipient && recipient.parts !== undefined ? formatCount(recipient.parts) : '–',
        },
        {
          ...{ id: 'price', header: 'Price', isExtra: true },
          cell: (recipient) =>
            'price' in recipient && recipient.price !== undefined ? formatDollars(recipient.price) : '–',
        },
        {
          ...{ id: 'lastClick', header: 'Last click', isExtra: true },
          cell: (recipient) => <When at={'clicks' in recipient ? recipient.clicks?.lastAt : undefined} />,
        },
      ]}
    />
  );
}

/** Time at which the text was handed over, or is due. */
function TimeOf({ recipient }: { recipient: RecipientResult }) {
  if (recipient.status === 'sent') return <When at={recipient.sentAt} />;
  if (recipient.status !== 'pending' || recipient.dueAt === undefined) return '–';
  return (
    <>
      Due <When at={recipient.dueAt} />
    </>
  );
}

/** Sums of the shown recipients by status. */
function totalsOf(recipients: RecipientResult[]): string[] {
  const count = (isMeant: (recipient: RecipientResult) => boolean) =>
    formatCount(recipients.filter(isMeant).length);
  return [
    `${count(({ status }) => status === 'sent')} sent`,
    `${count((one) => one.status === 'sent' && one.deliveryStatus === 'delivered')} delivered`,
    `${count(({ status }) => status === 'failed')} failed`,
  ];
}

function reasonOf(recipient: RecipientResult): string {
  switch (recipient.status) {
    case 'skipped':
    case 'dropped':
      return describeReason(recipient.reason);
    case 'failed':
      return `${describeReason(recipient.errorType)}. ${recipient.errorMessage}`;
    case 'sent':
      return recipient.carrierReason ?? '–';
    case 'pending':
      return '–';
  }
}
