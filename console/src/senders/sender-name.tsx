import { useSenderName } from './use-senders';

/** What texts are sent from: a number, or the name of a sender. */
export function SenderName({ from }: { from: string }) {
  return <>{useSenderName()(from)}</>;
}
