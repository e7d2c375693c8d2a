import { useQuery } from '@tanstack/react-query';
import { useGroups } from '../../api/account-lists';
import { unwrap } from '../../api/client';
import { useAccount } from '../../app/session';

/** Reads the opt-in forms of the account. */
export function useForms() {
  const { id, api } = useAccount();
  return useQuery({
    queryKey: [id, 'forms'],
    queryFn: () => unwrap(api.GET('/console/api/forms')),
  });
}

/** Returns a function that finds the name of a form's group; `undefined` for a group that was deleted. */
export function useGroupOfForm(): (groupId: string) => string | undefined {
  const { data: groups } = useGroups();
  return (groupId) => {
    if (groups === undefined) return '–';
    return groups.find(({ id }) => id === groupId)?.name;
  };
}
