import { useAccount } from '../../app/session';
import { useConsolePages } from '../../lists/use-console-pages';
import { MessageTable } from '../../messages/message-table';
import type { TextEntry } from '../../messages/message';

/** Table of all texts of one phone, including those of campaigns and jobs. */
export function ContactTexts({ phoneNumber }: { phoneNumber: string }) {
  const { id } = useAccount();
  const pages = useConsolePages<TextEntry>(`contacts/${encodeURIComponent(phoneNumber)}/messages`, {
    accountId: id,
  });
  return <MessageTable pages={pages} />;
}
