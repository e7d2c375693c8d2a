import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useRef } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { LoadingScreen } from '../../app/loading-screen';
import { RouteButton } from '../../app/route-button';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { ConversationTexts } from '../../conversation/conversation-texts';
import { describeClosed, Handling } from '../../conversation/handling';
import { LikelyOptOut } from '../../conversation/likely-opt-out';
import { useConversation } from '../../conversation/use-conversation';
import { formatDateTime } from '../../format/dates';
import { nameOf, nameWithNumber } from '../../format/names';
import { LoadError, NotCurrent } from '../../lists/list-states';
import { addressOf, placeAfter, readView } from './inbox-view';
import { useInbox } from './use-inbox';
import { useStepKeys } from './use-step-keys';

/** Screen of one conversation. */
export function Component() {
  const { phoneNumber = '' } = useParams();
  const { path } = useAccount();
  const { data, error, refetch } = useConversation(phoneNumber);
  const [params] = useSearchParams();
  const view = readView(params);
  const { items } = useInbox(view);
  const at = items.findIndex((one) => one.phoneNumber === phoneNumber);
  const lastAt = useRef(0);
  useEffect(() => {
    if (at >= 0) lastAt.current = at;
  }, [at]);
  const navigate = useNavigate();
  useStepKeys((step) => {
    const next = items[placeAfter(step, { at, lastAt: lastAt.current })];
    if (next !== undefined) void navigate(path(addressOf(view, next.phoneNumber)));
  });
  const parent = { text: 'Inbox', path: path(addressOf(view)) };
  if (data === undefined) {
    if (error === null) return <LoadingScreen />;
    return (
      <Screen title={phoneNumber} parent={parent}>
        <LoadError error={error} onRetry={() => void refetch()} />
      </Screen>
    );
  }
  const { conversation, messages, notes, writers } = data;
  const { likelyOptOut, optedOutAt, closedAt } = conversation ?? {};
  const name = nameOf(conversation ?? {});
  return (
    <Screen
      title={name === '–' ? phoneNumber : name}
      description={phoneNumber}
      parent={parent}
      actions={
        <SpaceBetween direction="horizontal" size="xs" alignItems="end">
          {conversation !== undefined && <Handling key={phoneNumber} conversation={conversation} />}
          <RouteButton to={path(`contacts/${encodeURIComponent(phoneNumber)}`)}>Contact</RouteButton>
        </SpaceBetween>
      }
    >
      {error !== null && <NotCurrent error={error} onRetry={() => void refetch()} />}
      {likelyOptOut !== undefined && (
        <LikelyOptOut
          phoneNumber={phoneNumber}
          name={nameWithNumber({ ...conversation, phoneNumber })}
          at={likelyOptOut.at}
          text={
            messages.results.find(({ message }) => message.id === likelyOptOut.messageId)?.message.body ??
            undefined
          }
        />
      )}
      {closedAt !== undefined && <Alert type="info">{describeClosed(closedAt)}</Alert>}
      <ConversationTexts
        {...{ phoneNumber, messages, notes, writers }}
        from={conversation?.from}
        refusal={optedOutAt && `Opted out on ${formatDateTime(optedOutAt)}: this phone cannot be texted.`}
      />
    </Screen>
  );
}
