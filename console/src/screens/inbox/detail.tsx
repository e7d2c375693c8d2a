import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { unwrap } from '../../api/client';
import type { Conversation, Message } from '../../api/schemas';
import { LoadingScreen } from '../../app/loading-screen';
import { RouteButton } from '../../app/route-button';
import { RouteLink } from '../../app/route-link';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { useAccountChange } from '../../app/use-account-change';
import { formatDateTime } from '../../format/dates';
import { nameOf } from '../../format/names';
import { LoadError, NotCurrent } from '../../lists/list-states';
import { MessageStatus } from '../../messages/message-status';
import { MessageText } from '../../messages/message-text';
import { LikelyOptOut } from './likely-opt-out';
import { Reply } from './reply';

const REFRESH_MS = 10_000;

/** Screen of one conversation, oldest text first, with a field for the answer. */
export function Component() {
  const { phoneNumber = '' } = useParams();
  const { id, api, can, path } = useAccount();
  const { data, error, refetch } = useQuery({
    queryKey: [id, 'inbox', phoneNumber],
    queryFn: () => unwrap(api.GET('/console/api/inbox/{phoneNumber}', { params: { path: { phoneNumber } } })),
    refetchInterval: REFRESH_MS,
  });
  useMarkAsRead(data?.conversation);
  const parent = { text: 'Inbox', path: path('inbox') };
  if (data === undefined) {
    if (error === null) return <LoadingScreen />;
    return (
      <Screen title={phoneNumber} parent={parent}>
        <LoadError error={error} onRetry={() => void refetch()} />
      </Screen>
    );
  }
  const { conversation, messages } = data;
  const name = nameOf(conversation);
  return (
    <Screen
      title={name === '–' ? phoneNumber : name}
      description={phoneNumber}
      parent={parent}
      actions={<RouteButton to={path(`contacts/${encodeURIComponent(phoneNumber)}`)}>Contact</RouteButton>}
    >
      {error !== null && <NotCurrent error={error} onRetry={() => void refetch()} />}
      {conversation.likelyOptOut !== undefined && <LikelyOptOut conversation={conversation} />}
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
            {messages.results.toReversed().map(({ message }) => (
              <Bubble key={message.id} message={message} />
            ))}
          </section>
          {conversation.optedOutAt !== undefined ? (
            <Alert type="warning">
              Opted out on {formatDateTime(conversation.optedOutAt)}: this phone cannot be texted.
            </Alert>
          ) : can('messages:send') ? (
            <Reply key={phoneNumber} conversation={conversation} />
          ) : (
            <Alert type="info">Your role reads conversations. A sender or administrator can answer.</Alert>
          )}
        </SpaceBetween>
      </Container>
    </Screen>
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

/** Marks a conversation as read when it is opened, for a role that may change something. */
function useMarkAsRead(conversation: Conversation | undefined): void {
  const { can } = useAccount();
  const { mutate, isPending } = useAccountChange({
    run: (api, { phoneNumber, lastMessageId }: Conversation) =>
      unwrap(
        api.POST('/console/api/inbox/{phoneNumber}/read', {
          params: { path: { phoneNumber } },
          body: { lastMessageId },
        }),
      ),
    failed: 'The conversation could not be marked as read',
    changes: ['inbox', 'overview'],
    isQuiet: true,
  });
  const isDue = conversation !== undefined && conversation.unread > 0 && can('contacts:write') && !isPending;
  useEffect(() => {
    if (isDue) mutate(conversation);
    // Once for each new text, so that a refused request is not repeated again and again.
  }, [conversation?.lastMessageId]);
}
