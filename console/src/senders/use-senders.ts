import { useQuery } from '@tanstack/react-query';
import { useNumbers } from '../api/account-lists';
import { apiOf, unwrap } from '../api/client';
import { useAccount } from '../app/session';
import { nameOfSender } from './describe-sender';
import { senderOptions } from './sender-options';

const STALE_MS = 60_000;

/** Reads the senders of an account. */
export function useSendersOf(accountId: string) {
  return useQuery({
    queryKey: [accountId, 'senders'],
    queryFn: () => unwrap(apiOf(accountId).GET('/console/api/senders')),
    staleTime: STALE_MS,
  });
}

/** Returns the options of a select of what the account can send from. */
export function useSenderOptions() {
  const { id } = useAccount();
  const [numbers, senders] = [useNumbers(), useSendersOf(id)];
  return {
    options: senderOptions({
      numbers: numbers.data?.results ?? [],
      senders: senders.data?.results ?? [],
    }),
    isPending: numbers.isPending || senders.isPending,
    isError: numbers.isError || senders.isError,
  };
}

/** Returns a function that names what a text is sent from. */
export function useSenderName(): (from: string) => string {
  const { id } = useAccount();
  const { data } = useSendersOf(id);
  return (from) => nameOfSender(from, data?.results);
}
