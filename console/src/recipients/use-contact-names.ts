import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../api/client';
import { useAccount } from '../app/session';
import { nameOf } from '../format/names';

const STALE_MS = 60_000;

/** Reads the names of the contacts with these phones, at most 100. Those without a name are left out. */
export function useContactNames(phones: readonly (string | null)[]): ReadonlyMap<string, string> {
  const { id, api } = useAccount();
  const wanted = [...new Set(phones.filter((phone) => phone !== null))].sort().join(',');
  const { data } = useQuery({
    queryKey: [id, 'contacts', 'names', wanted],
    queryFn: () => unwrap(api.GET('/console/api/contacts/names', { params: { query: { phones: wanted } } })),
    enabled: wanted !== '',
    staleTime: STALE_MS,
    placeholderData: (before) => before,
  });
  return new Map(data?.results.map((contact) => [contact.phoneNumber, nameOf(contact)]));
}
