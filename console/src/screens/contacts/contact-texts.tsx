import { useAccount } from '../../app/session';
import { useConsolePages } from '../../lists/use-console-pages';
import { MessageTable } from '../../messages/message-table';
import type { ConsoleMessage } from '../../messages/message';

/** All texts of one phone, campaigns' and jobs' included. */
export function ContactTexts({ phoneNumber }: { phoneNumber: string }) {
  const { id } = useAccount();
  const pages = useConsolePages<ConsoleMessage>(`contacts/${encodeURIComponent(phoneNumber)}/messages`, {
    accountId: id,
  });
  return <MessageTable pages={pages} />;
}
