import SpaceBetween from '@cloudscape-design/components/space-between';
import { LoadingScreen } from '../../app/loading-screen';
import { ConversationTexts } from '../../conversation/conversation-texts';
import { useConversation } from '../../conversation/use-conversation';
import { LoadError, NotCurrent } from '../../lists/list-states';

interface Props {
  phoneNumber: string;
  /** Reason why the contact cannot be texted. */
  refusal: string | undefined;
  /** Number of times that the user asked to write a text. */
  asked: number;
}

/** Conversation with a contact, as the inbox shows it. */
export function ContactConversation({ phoneNumber, refusal, asked }: Props) {
  const { data, error, refetch } = useConversation(phoneNumber);
  const retry = () => void refetch();
  if (data === undefined) {
    return error === null ? <LoadingScreen /> : <LoadError error={error} onRetry={retry} />;
  }
  return (
    <SpaceBetween size="l">
      {error !== null && <NotCurrent error={error} onRetry={retry} />}
      <ConversationTexts
        {...{ phoneNumber, refusal, asked }}
        messages={data.messages}
        notes={data.notes}
        writers={data.writers}
        from={data.conversation?.from}
      />
    </SpaceBetween>
  );
}
