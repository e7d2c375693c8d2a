import { useSearchParams } from 'react-router';
import { useCustomFields } from '../../api/account-lists';
import { unwrap } from '../../api/client';
import type { LogEntry } from '../../api/schemas';
import { RouteLink } from '../../app/route-link';
import { useAccount } from '../../app/session';
import { WhenLink } from '../../app/when-link';
import { countOf, formatCount } from '../../format/numbers';
import { EmptyList } from '../../lists/list-states';
import { ResourceTable } from '../../lists/resource-table';
import { usePages } from '../../lists/use-pages';
import { MessageStatus } from '../../messages/message-status';
import { MessageText } from '../../messages/message-text';
import { readLogFilter } from '../../messages/text-filter';
import { LogFilterFields } from '../../messages/text-filter-fields';
import { WhyNot } from '../../messages/why-not';
import { useContactNames } from '../../recipients/use-contact-names';
import { SenderName } from '../../senders/sender-name';
import { nameTags } from '../../texts/tag-words';
import { CampaignStatus } from '../campaigns/campaign-status';
import { JobStatus } from '../jobs/job-status';
import { recipientsWith } from './recipients-with';

/** Table of what the account has sent and received, newest first. */
export function MessageLog() {
  const { id, api, path } = useAccount();
  const [searched] = useSearchParams();
  const filter = readLogFilter(searched);
  const pages = usePages({
    queryKey: [id, 'messages', 'log', filter],
    fetchPage: (page) =>
      unwrap(api.GET('/console/api/messages', { params: { query: { ...page, ...filter } } })),
  });
  const names = useContactNames(pages.items.map(({ message }) => (message ? phoneOf(message) : null)));
  const fields = new Map(useCustomFields().data?.map(({ key, label }) => [key, label]));
  const addressOf = ({ message, job, campaign }: LogEntry) => {
    if (message) return path(`messages/${message.id}`);
    const wanted = recipientsWith(filter.state, (job ?? campaign)?.counts);
    if (job) return path(`jobs/${job.kind}/${job.id}${wanted && `?${wanted}`}`);
    return path(`campaigns/${campaign?.id ?? ''}${wanted && `?tab=recipients&${wanted}`}`);
  };
  return (
    <ResourceTable
      pages={pages}
      label="Texts by time"
      trackBy={({ message, job, campaign }) => (message ?? job ?? campaign)?.id ?? ''}
      filter={<LogFilterFields />}
      empty={
        Object.keys(filter).length > 0 ? (
          <EmptyList title="No texts here">Choose another status, number or day.</EmptyList>
        ) : (
          <EmptyList title="No texts yet">
            What is sent, and what phones write, is listed here: single texts by themselves, campaigns,
            broadcasts and batches as a whole.
          </EmptyList>
        )
      }
      columns={[
        {
          id: 'at',
          header: 'Time',
          isRowHeader: true,
          cell: (entry) => <WhenLink at={entry.at} to={addressOf(entry)} />,
        },
        {
          id: 'what',
          header: 'What',
          minWidth: 170,
          cell: ({ message, job, campaign }) => {
            if (message) return <Phone message={message} names={names} />;
            if (campaign) return `Campaign “${campaign.name}”`;
            return (
              job &&
              `${job.kind === 'broadcast' ? 'Broadcast' : 'Batch'} to ${formatCount(job.totalRecipients)}`
            );
          },
        },
        {
          id: 'status',
          header: 'Status',
          minWidth: 150,
          cell: ({ message, job, campaign }) => {
            if (message) return <MessageStatus message={message} />;
            if (campaign) return <CampaignStatus campaign={campaign} />;
            return job && <JobStatus status={job.status} />;
          },
        },
        {
          id: 'body',
          header: 'Text',
          minWidth: 200,
          cell: ({ message, job, campaign }) =>
            message ? (
              <MessageText message={message} />
            ) : (
              nameTags(job?.body ?? campaign?.body ?? '', fields) || 'A text for each recipient'
            ),
        },
        {
          id: 'why',
          header: 'Outcome',
          minWidth: 200,
          cell: ({ message, job, campaign }) =>
            message ? <WhyNot message={message} /> : describeCounts((job ?? campaign)?.counts),
        },
        {
          ...{ id: 'from', header: 'Number', isExtra: true },
          cell: ({ message, job, campaign }) => {
            const from = message?.direction === 'inbound' ? message.to : (message ?? job ?? campaign)?.from;
            return from ? <SenderName from={from} /> : '–';
          },
        },
      ]}
    />
  );
}

type ShownMessage = NonNullable<LogEntry['message']>;

const phoneOf = ({ direction, from, to }: ShownMessage) => (direction === 'inbound' ? from : to);

function Phone({ message, names }: { message: ShownMessage; names: ReadonlyMap<string, string> }) {
  const { path } = useAccount();
  const phone = phoneOf(message);
  const word = message.direction === 'inbound' ? 'From' : 'To';
  if (phone === null) return `${word} an erased contact`;
  return (
    <>
      {word}{' '}
      <RouteLink to={path(`messages?phone=${encodeURIComponent(phone)}`)}>
        {names.get(phone) ?? phone}
      </RouteLink>
    </>
  );
}

type JobCounts = NonNullable<LogEntry['job']>['counts'] & { undelivered?: number };

/** Describes what became of the recipients: "1,190 sent, 12 not delivered, 10 failed". */
function describeCounts(counts: JobCounts | undefined): string {
  if (counts === undefined) return '–';
  const { undelivered = 0 } = counts;
  const parts = [
    `${formatCount(counts.sent)} sent`,
    ...(undelivered > 0 ? [`${formatCount(undelivered)} not delivered`] : []),
    ...(counts.failed > 0 ? [`${formatCount(counts.failed)} failed`] : []),
    ...(counts.skipped > 0 ? [`${formatCount(counts.skipped)} skipped`] : []),
    ...(counts.pending > 0 ? [`${countOf(counts.pending, 'recipient')} waiting`] : []),
  ];
  return parts.join(', ');
}
