import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { unwrap } from '../api/client';
import { orNothing } from '../api/or-nothing';
import type { Conversation } from '../api/schemas';
import { useAccount } from '../app/session';
import { useAccountChange } from '../app/use-account-change';

const REFRESH_MS = 5_000;

/**
 * Reads the texts to and from a phone, again and again, and marks the conversation as read. There is no conversation
 * with a phone from which no text has come but keywords.
 */
export function useConversation(phoneNumber: string) {
  const { id, api } = useAccount();
  const query = useQuery({
    queryKey: [id, 'inbox', phoneNumber],
    queryFn: async () => {
      const params = { path: { phoneNumber } };
      const found = await orNothing(unwrap(api.GET('/console/api/inbox/{phoneNumber}', { params })));
      if (found !== undefined) return found;
      const messages = await unwrap(api.GET('/console/api/contacts/{phoneNumber}/messages', { params }));
      return { conversation: undefined, messages, notes: undefined, writers: undefined };
    },
    refetchInterval: REFRESH_MS,
  });
  useMarkAsRead(query.data?.conversation);
  return query;
}

/** Marks a conversation as read when it is opened, for a role that may change something. */
function useMarkAsRead(conversation: Conversation | undefined): void {
  const { can } = useAccount();
  const { mutate, isPending } = useAccountChange({
    run: (api, { phoneNumber, lastMessageId }: Conversation) =>
      unwrap(
        api.POST('/console/api/inbox/{phoneNumber}/read', {
          params: { path: { phoneNumber } },
          body: { lastMessageId },
        }),
      ),
    failed: 'The conversation could not be marked as read',
    changes: ['inbox', 'overview', 'awaiting'],
    isQuiet: true,
  });
  const isDue = conversation !== undefined && conversation.unread > 0 && can('contacts:write') && !isPending;
  useEffect(() => {
    if (isDue) mutate(conversation);
    // Once for each new text, so that a refused request is not repeated again and again.
  }, [conversation?.lastMessageId]);
}
