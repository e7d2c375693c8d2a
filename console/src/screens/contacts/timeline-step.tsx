import type { StepsProps } from '@cloudscape-design/components/steps';
import type { ReactNode } from 'react';
import type { ConsentEntry, PhoneText } from '../../api/schemas';
import { RouteLink } from '../../app/route-link';
import { formatDateTime, formatTimeOfDay } from '../../format/dates';
import { countOf } from '../../format/numbers';
import { MessageStatus } from '../../messages/message-status';
import { MessageText } from '../../messages/message-text';
import { PartOf } from '../../messages/part-of';
import { ACTORS, describeConsent, isRefusal, words } from './describe-consent';
import { importOf, type TimelineEntry } from './timeline-entries';

type ToPath = (to: string) => string;

/** Describes an entry of the timeline; its day stands above it. */
export function stepOf(entry: TimelineEntry, path: ToPath): StepsProps.Step {
  const time = formatTimeOfDay(entry.at);
  switch (entry.kind) {
    case 'text':
      return stepOfText(entry.text, { time, path });
    case 'clicks': {
      const { count, lastAt } = entry;
      return {
        status: 'success',
        statusIconAriaLabel: 'Click',
        header: 'Followed a link',
        details: (
          <>
            {time} · <PartOf text={entry.text} none="A single text" />
            {count > 1 && ` · ${countOf(count, 'click')}, the last ${formatDateTime(lastAt)}`}
          </>
        ),
      };
    }
    case 'consent':
      return stepOfConsent(entry.entry, { time, path });
    case 'created':
      return { status: 'info', statusIconAriaLabel: 'Added', header: 'Added to the contacts', details: time };
    case 'setAside':
      return {
        status: 'stopped',
        statusIconAriaLabel: 'Set aside',
        header: 'Number set aside',
        details: entry.reason === undefined ? time : `${time} · ${words(entry.reason)}`,
      };
  }
}

function stepOfText(text: PhoneText, { time, path }: { time: string; path: ToPath }): StepsProps.Step {
  const { message } = text;
  const isInbound = message.direction === 'inbound';
  const name = isInbound ? 'Text from the contact' : (PURPOSES[text.purpose] ?? 'Text to the contact');
  return {
    status: statusOf(message),
    statusIconAriaLabel: name,
    header: <RouteLink to={path(`messages/${message.id}`)}>{name}</RouteLink>,
    details: (
      <>
        <Line>
          {time}
          {!isInbound && (
            <>
              {' · '}
              <PartOf text={text} none="A single text" />
              {' · '}
              <MessageStatus message={message} />
            </>
          )}
        </Line>
        <div className="wrap-anywhere">
          <MessageText message={message} />
        </div>
      </>
    ),
  };
}

/** Names of texts that the service sends by itself. */
const PURPOSES: Partial<Record<PhoneText['purpose'], string>> = {
  optInMessage: 'Opt-in message to the contact',
  optInConfirmation: 'Request to confirm, to the contact',
  keywordReply: 'Answer to a keyword, to the contact',
  autoReply: 'Automatic answer to the contact',
};

function statusOf(message: PhoneText['message']): StepsProps.Status {
  if (message.direction === 'inbound') return 'info';
  if (message.status === 'queued') return 'pending';
  return message.status === 'failed' || message.deliveryStatus === 'failed' ? 'error' : 'success';
}

function stepOfConsent(entry: ConsentEntry, { time, path }: { time: string; path: ToPath }): StepsProps.Step {
  const importId = importOf(entry);
  const { evidence, messageId } = entry;
  return {
    status: isRefusal(entry.action) ? 'stopped' : 'success',
    statusIconAriaLabel: words(entry.action),
    header: describeConsent(entry),
    details: (
      <>
        <Line>
          {time} · {words(entry.reason)} · by{' '}
          {importId === undefined ? (
            (ACTORS[entry.actor] ?? entry.actor)
          ) : (
            <RouteLink to={path(`imports/${importId}`)}>an import</RouteLink>
          )}
        </Line>
        {evidence !== undefined && importId === undefined && (
          <div className="wrap-anywhere">“{evidence}”</div>
        )}
        {messageId !== undefined && (
          <div>
            <RouteLink to={path(`messages/${messageId}`)}>The text</RouteLink>
          </div>
        )}
      </>
    ),
  };
}

const Line = ({ children }: { children: ReactNode }) => <div>{children}</div>;
