import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useLayoutEffect, useRef } from 'react';
import { MAX_NOTES_SHOWN } from '../../../shared/limits';
import type { Assignee, ConversationNote, PhoneText } from '../api/schemas';
import { RouteLink } from '../app/route-link';
import { useAccount } from '../app/session';
import { dayOf, formatDateTime, formatFullDay, formatTimeOfDay } from '../format/dates';
import { EmptyList } from '../lists/list-states';
import { MessageStatus } from '../messages/message-status';
import { MessageText } from '../messages/message-text';
import { PartOf } from '../messages/part-of';
import './conversation.css';
import { daysOf } from '../format/by-day';
import { entriesOf } from './conversation-entries';
import { AddNote, Note } from './notes';
import { Reply } from './reply';
import { describeWriters } from './writing';

interface Props {
  phoneNumber: string;
  messages: { results: PhoneText[]; nextCursor?: string };
  /** Notes of users, newest first; absent without a conversation, which is what they are on. */
  notes: ConversationNote[] | undefined;
  /** Other users who are writing an answer; absent without a conversation. */
  writers: Assignee[] | undefined;
  /** Number that the last text from the phone came to; absent when none has come. */
  from: string | undefined;
  /** Reason why the phone cannot be texted. */
  refusal: string | undefined;
  /** Number of times that the user asked to write a text. */
  asked?: number | undefined;
}

/** Texts to and from a phone and the notes of users, oldest first, with fields for the next ones. */
export function ConversationTexts({ phoneNumber, messages, notes, writers, from, refusal, asked }: Props) {
  const { can, path } = useAccount();
  const entries = entriesOf(messages.results, notes ?? []);
  const log = useNewestInSight(entries.length);
  return (
    <div className="chat">
      <section ref={log} className="chat-log" tabIndex={0} aria-label="Texts and notes, oldest first">
        {messages.nextCursor !== undefined && (
          <Box textAlign="center" padding="s">
            <RouteLink to={path(`contacts/${encodeURIComponent(phoneNumber)}?tab=texts`)}>
              Earlier texts
            </RouteLink>
          </Box>
        )}
        {notes !== undefined && notes.length >= MAX_NOTES_SHOWN && (
          <Box textAlign="center" padding="s" color="text-body-secondary">
            Only the newest {MAX_NOTES_SHOWN} notes are shown.
          </Box>
        )}
        {messages.results.length === 0 && <EmptyList title="No texts yet" />}
        {daysOf(entries, dayOf).map((one) => (
          <div key={one.day}>
            <div className="chat-day">
              <span>{formatFullDay(one.day)}</span>
            </div>
            {one.entries.map((entry) =>
              entry.kind === 'note' ? (
                <Note key={entry.note.id} note={entry.note} />
              ) : (
                <Bubble key={entry.text.message.id} text={entry.text} />
              ),
            )}
          </div>
        ))}
      </section>
      <div className="chat-reply">
        <div className="chat-writers" role="status">
          {describeWriters(writers ?? [])}
        </div>
        <SpaceBetween size="m">
          {refusal !== undefined ? (
            <Alert type="warning">{refusal}</Alert>
          ) : can('messages:send') ? (
            <Reply key={`answer ${phoneNumber}`} {...{ phoneNumber, from, asked }} />
          ) : (
            <Alert type="info">Your role reads conversations. A sender or administrator can answer.</Alert>
          )}
          {notes !== undefined && can('contacts:write') && (
            <AddNote key={`note ${phoneNumber}`} phoneNumber={phoneNumber} />
          )}
        </SpaceBetween>
      </div>
    </div>
  );
}

/** Keeps the newest of a number of entries in sight, when the conversation is opened and when one comes. */
function useNewestInSight(entries: number) {
  const log = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (log.current !== null) log.current.scrollTop = log.current.scrollHeight;
  }, [entries]);
  return log;
}

function Bubble({ text }: { text: PhoneText }) {
  const { path } = useAccount();
  const { message } = text;
  const isOurs = message.direction === 'outbound';
  return (
    <div className={isOurs ? 'bubble-row bubble-row-ours' : 'bubble-row'}>
      <span className={isOurs ? 'bubble bubble-ours' : 'bubble'}>
        <MessageText message={message} />
      </span>
      <div className="bubble-about">
        {isOurs && <PartOf text={text} none="Single text" />}
        <RouteLink
          to={path(`messages/${message.id}`)}
          ariaLabel={`Text of ${formatDateTime(message.createdAt)}`}
        >
          {formatTimeOfDay(message.createdAt)}
        </RouteLink>
        {isOurs && <MessageStatus message={message} />}
      </div>
    </div>
  );
}
