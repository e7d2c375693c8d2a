import { useSenderName } from './use-senders';

/** Number, or name of the sender, that texts are sent from. */
export function SenderName({ from }: { from: string }) {
  return <>{useSenderName()(from)}</>;
}
