import type { ReactNode } from 'react';
import type { LogEntry } from '../../api/schemas';
import { RouteLink } from '../../app/route-link';
import { WhenLink } from '../../app/when-link';
import { countOf, formatCount } from '../../format/numbers';
import { MessageStatus } from '../../messages/message-status';
import { MessageText } from '../../messages/message-text';
import type { TextState } from '../../messages/text-filter';
import { WhyNot } from '../../messages/why-not';
import { SenderName } from '../../senders/sender-name';
import { nameTags } from '../../texts/tag-words';
import { CampaignStatus } from '../campaigns/campaign-status';
import { JobStatus } from '../jobs/job-status';
import { missingOf, recipientsWith } from './recipients-with';

type Message = NonNullable<LogEntry['message']>;
type Counts = NonNullable<LogEntry['job']>['counts'] & { undelivered?: number };
/** Cells of a row, by column. */
type Cells = Record<'time' | 'what' | 'status' | 'body' | 'outcome' | 'from', ReactNode>;

interface Options {
  path: (screen: string) => string;
  /** Names of contacts, by their phones. */
  names: ReadonlyMap<string, string>;
  /** Labels of custom fields, by their keys. */
  fields: ReadonlyMap<string, string>;
  /** State by which the list is filtered. */
  state: TextState | undefined;
}

export const idOf = ({ message, job, campaign }: LogEntry): string => (message ?? job ?? campaign)?.id ?? '';

/** Returns the phone of a single text; `null` for what has many, and for an erased person. */
export const phoneOf = ({ message }: LogEntry): string | null => (message ? personOf(message) : null);

const personOf = ({ direction, from, to }: Message) => (direction === 'inbound' ? from : to);

/** Builds the cells of the log: of a single text, or of a broadcast, batch or campaign as a whole. */
export class LogCells {
  constructor(private readonly options: Options) {}

  of({ at, message, job, campaign }: LogEntry): Cells {
    const { path } = this.options;
    if (message)
      return {
        time: <WhenLink at={at} to={path(`messages/${message.id}`)} />,
        what: this.phone(message),
        status: <MessageStatus message={message} />,
        body: <MessageText message={message} />,
        outcome: <WhyNot message={message} />,
        from: this.sender(message.direction === 'inbound' ? message.to : message.from),
      };
    if (job) {
      const page = `jobs/${job.kind}/${job.id}`;
      return {
        time: <WhenLink at={at} to={this.recipients(page, recipientsWith(this.options.state, job.counts))} />,
        what: `${job.kind === 'broadcast' ? 'Broadcast' : 'Batch'} to ${formatCount(job.totalRecipients)}`,
        status: this.missing(job.counts, page) ?? <JobStatus status={job.status} />,
        ...this.whole(job),
      };
    }
    if (campaign) {
      const page = `campaigns/${campaign.id}?tab=recipients`;
      const wanted = recipientsWith(this.options.state, campaign.counts);
      return {
        time: (
          <WhenLink
            at={at}
            to={wanted === '' ? path(`campaigns/${campaign.id}`) : this.recipients(page, wanted)}
          />
        ),
        what: `Campaign “${campaign.name}”`,
        status: this.missing(campaign.counts, page) ?? <CampaignStatus campaign={campaign} />,
        ...this.whole(campaign),
      };
    }
    return { time: '–', what: '–', status: '–', body: '–', outcome: '–', from: '–' };
  }

  private whole({ body = '', counts, from }: { body?: string; counts: Counts; from: string }) {
    return {
      body: nameTags(body, this.options.fields) || 'A text for each recipient',
      outcome: describeCounts(counts),
      from: this.sender(from),
    };
  }

  /** Returns the links to the recipients whose texts did not arrive, in a list of such texts. */
  private missing(counts: Counts, page: string): ReactNode {
    const kinds = missingOf(this.options.state, counts);
    if (kinds.length === 0) return undefined;
    return kinds.map(({ words, query }) => (
      <div key={query}>
        <RouteLink to={this.recipients(page, query)}>{words}</RouteLink>
      </div>
    ));
  }

  private recipients(page: string, query: string): string {
    if (query === '') return this.options.path(page);
    return this.options.path(`${page}${page.includes('?') ? '&' : '?'}${query}`);
  }

  private sender(from: string | null): ReactNode {
    return from === null ? '–' : <SenderName from={from} />;
  }

  private phone(message: Message): ReactNode {
    const { path, names } = this.options;
    const phone = personOf(message);
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
}

/** Describes what became of the recipients: "1,190 sent, 12 not delivered, 10 failed". */
function describeCounts({ sent, undelivered = 0, failed, skipped, pending }: Counts): string {
  return [
    `${formatCount(sent)} sent`,
    ...(undelivered > 0 ? [`${formatCount(undelivered)} not delivered`] : []),
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ...(skipped > 0 ? [`${formatCount(skipped)} skipped`] : []),
    ...(pending > 0 ? [`${countOf(pending, 'recipient')} waiting`] : []),
  ].join(', ');
}
