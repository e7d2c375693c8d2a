import { unwrap } from '../../api/client';
import type { Conversation } from '../../api/schemas';
import { useAccount } from '../../app/session';
import { nameWithNumber } from '../../format/names';
import { countOf } from '../../format/numbers';
import { BulkDialog } from '../../lists/bulk-dialog';

interface Props {
  conversations: Conversation[];
  onClose: (left: Conversation[]) => void;
}

/** Dialog that closes several conversations, each as the user saw it in the list. */
export function CloseSeveral({ conversations, onClose }: Props) {
  const { api } = useAccount();
  return (
    <BulkDialog
      title={`Close ${countOf(conversations.length, 'conversation')}?`}
      action={`Close ${countOf(conversations.length, 'conversation')}`}
      items={conversations}
      labelOf={nameWithNumber}
      run={({ phoneNumber, version, lastMessageId }) =>
        unwrap(
          api.PATCH('/console/api/inbox/{phoneNumber}', {
            params: { path: { phoneNumber } },
            body: { isClosed: true, version, lastMessageId },
          }),
        )
      }
      done={(count) => `${countOf(count, 'conversation')} closed.`}
      changes={['inbox', 'awaiting']}
      onClose={onClose}
    >
      Each opens again by itself with the next text from its phone.
    </BulkDialog>
  );
}
