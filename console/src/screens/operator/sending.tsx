import { Screen } from '../../app/screen';
import { useServiceHoldsQuery } from '../../sending/holds';
import { EVERYONE } from '../../sending/pause-target';
import { SendingPanel } from '../../sending/sending-panel';

/** Screen that shows whether texts go out at all, and pauses those of all accounts. */
export function Component() {
  const { data, error, refetch } = useServiceHoldsQuery();
  return (
    <Screen
      title="Sending"
      description="Pauses what all accounts send. A single account is paused on its own page, and a number in the account’s list of numbers."
    >
      <SendingPanel
        title="All accounts"
        scope="service"
        target={EVERYONE}
        holds={data}
        error={error}
        onRetry={() => void refetch()}
        mayChange
        isOperator
      />
    </Screen>
  );
}
