import { useMemo } from 'react';
import { useCustomFields, useGroups } from '../../api/account-lists';
import { filterFieldsOf } from '../../audience/filter-fields';
import type { Names } from './describe-automation';

/** Returns the names of groups and fields. A group that was deleted, or is still being read, has none. */
export function useNames(): Names {
  const { data: groups } = useGroups();
  const { data: customFields } = useCustomFields();
  return useMemo(
    () => ({
      groupName: (groupId) => {
        const found = groups?.find(({ id }) => id === groupId);
        return found === undefined ? 'a group that was deleted' : `“${found.name}”`;
      },
      fields: filterFieldsOf(customFields ?? [], groups),
    }),
    [groups, customFields],
  );
}
