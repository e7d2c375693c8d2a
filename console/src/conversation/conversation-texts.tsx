import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Message, PhoneText } from '../api/schemas';
import { RouteLink } from '../app/route-link';
import { useAccount } from '../app/session';
import { formatDateTime } from '../format/dates';
import { EmptyList } from '../lists/list-states';
import { MessageStatus } from '../messages/message-status';
import { MessageText } from '../messages/message-text';
import { Reply } from './reply';

interface Props {
  phoneNumber: string;
  messages: { results: PhoneText[]; nextCursor?: string };
  /** Number that the last text from the phone came to; absent when none has come. */
  from: string | undefined;
  /** Reason why the phone cannot be texted. */
  refusal: string | undefined;
  /** Number of times that the user asked to write a text. */
  asked?: number | undefined;
}

/** Texts to and from a phone, oldest first, with a field for the next one. */
export function ConversationTexts({ phoneNumber, messages, from, refusal, asked }: Props) {
  const { can, path } = useAccount();
  return (
    <Container>
      <SpaceBetween size="l">
        <section aria-label="Texts, oldest first">
          {messages.nextCursor !== undefined && (
            <Box textAlign="center" padding="s">
              <RouteLink to={path(`contacts/${encodeURIComponent(phoneNumber)}?tab=texts`)}>
                Earlier texts
              </RouteLink>
            </Box>
          )}
          {messages.results.length === 0 && <EmptyList title="No texts yet" />}
          {messages.results.toReversed().map(({ message }) => (
            <Bubble key={message.id} message={message} />
          ))}
        </section>
        {refusal !== undefined ? (
          <Alert type="warning">{refusal}</Alert>
        ) : can('messages:send') ? (
          <Reply key={phoneNumber} {...{ phoneNumber, from, asked }} />
        ) : (
          <Alert type="info">Your role reads conversations. A sender or administrator can answer.</Alert>
        )}
      </SpaceBetween>
    </Container>
  );
}

function Bubble({ message }: { message: Message }) {
  const { path } = useAccount();
  const isOurs = message.direction === 'outbound';
  return (
    <div className={isOurs ? 'bubble-row bubble-row-ours' : 'bubble-row'}>
      <span className={isOurs ? 'bubble bubble-ours' : 'bubble'}>
        <MessageText message={message} />
      </span>
      <Box variant="small" display="block">
        <RouteLink to={path(`messages/${message.id}`)} fontSize="body-s">
          {formatDateTime(message.createdAt)}
        </RouteLink>{' '}
        {isOurs && <MessageStatus message={message} />}
      </Box>
    </div>
  );
}
