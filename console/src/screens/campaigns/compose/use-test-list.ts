import { useQuery } from '@tanstack/react-query';
import { useSettings } from '../../../api/account-lists';
import { unwrap } from '../../../api/client';
import { useAccount } from '../../../app/session';

/** Phone that gets tests. */
interface TestPhone {
  phoneNumber: string;
  /** Absent for a contact without a name. */
  name: string | undefined;
}

/** Most phones of the list that are offered. */
const MOST_OFFERED = 100;

/** Reads the test list of the account: the members of the group that its settings name. */
export function useTestList(): { isSet: boolean; isLoading: boolean; phones: TestPhone[] } {
  const { id, api } = useAccount();
  const { data: settings } = useSettings();
  const group = settings?.testGroup ?? undefined;
  const { data, isPending, error } = useQuery({
    queryKey: [id, 'contacts', 'test-list', group],
    queryFn: () =>
      unwrap(api.GET('/api/v1/contacts', { params: { query: { group: group ?? '', limit: MOST_OFFERED } } })),
    enabled: group !== undefined,
  });
  const phones = (data?.results ?? []).map(({ phoneNumber, firstName, lastName }) => ({
    phoneNumber,
    name: [firstName, lastName].filter((part) => part !== undefined).join(' ') || undefined,
  }));
  // A group that was deleted is no list.
  return { isSet: group !== undefined && error === null, isLoading: isPending, phones };
}
