import { useNavigate, useParams } from 'react-router';
import { LoadingScreen } from '../../app/loading-screen';
import { RouteButton } from '../../app/route-button';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { ConversationTexts } from '../../conversation/conversation-texts';
import { LikelyOptOut } from '../../conversation/likely-opt-out';
import { useConversation } from '../../conversation/use-conversation';
import { formatDateTime } from '../../format/dates';
import { nameOf } from '../../format/names';
import { LoadError, NotCurrent } from '../../lists/list-states';
import { useInbox } from './use-inbox';
import { useStepKeys } from './use-step-keys';

/** Screen of one conversation. */
export function Component() {
  const { phoneNumber = '' } = useParams();
  const { path } = useAccount();
  const { data, error, refetch } = useConversation(phoneNumber);
  const inbox = useInbox('all');
  const navigate = useNavigate();
  useStepKeys((step) => {
    const at = inbox.items.findIndex((one) => one.phoneNumber === phoneNumber);
    const next = at < 0 ? undefined : inbox.items[at + step];
    if (next !== undefined) void navigate(path(`inbox/${encodeURIComponent(next.phoneNumber)}`));
  });
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
  const { likelyOptOut, optedOutAt } = conversation ?? {};
  const name = nameOf(conversation ?? {});
  return (
    <Screen
      title={name === '–' ? phoneNumber : name}
      description={phoneNumber}
      parent={parent}
      actions={<RouteButton to={path(`contacts/${encodeURIComponent(phoneNumber)}`)}>Contact</RouteButton>}
    >
      {error !== null && <NotCurrent error={error} onRetry={() => void refetch()} />}
      {likelyOptOut !== undefined && <LikelyOptOut phoneNumber={phoneNumber} at={likelyOptOut.at} />}
      <ConversationTexts
        {...{ phoneNumber, messages }}
        from={conversation?.from}
        refusal={optedOutAt && `Opted out on ${formatDateTime(optedOutAt)}: this phone cannot be texted.`}
      />
    </Screen>
  );
}
