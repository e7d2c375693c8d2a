import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { SenderList } from '../../senders/sender-list';

/** Screen of the account's senders, which operators make. */
export function Component() {
  const { id } = useAccount();
  return (
    <Screen
      title="Senders"
      description="Names for several numbers, pools and sender IDs that send together. Each recipient gets its texts from the same member. An operator makes and changes them."
    >
      <SenderList
        accountId={id}
        empty="Campaigns, groups and programs send from a number. Ask an operator for a sender if several are to send at once."
      />
    </Screen>
  );
}
