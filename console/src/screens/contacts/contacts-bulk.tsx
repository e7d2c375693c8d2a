import { lazy } from 'react';
import type { Contact } from '../../api/schemas';
import { useAccount } from '../../app/session';
import { nameWithNumber } from '../../format/names';
import type { Bulk } from '../../lists/bulk-bar';

const AddSeveral = lazy(() => import('./several/add-several').then((it) => ({ default: it.AddSeveral })));
const RemoveSeveral = lazy(() =>
  import('./several/remove-several').then((it) => ({ default: it.RemoveSeveral })),
);
const TagSeveral = lazy(() => import('./several/tag-several').then((it) => ({ default: it.TagSeveral })));
const EraseSeveral = lazy(() =>
  import('./several/erase-several').then((it) => ({ default: it.EraseSeveral })),
);

/** Returns what the role may do with several contacts; `undefined` when it may only read. */
export function useContactsBulk(): Bulk<Contact> | undefined {
  const { can } = useAccount();
  if (!can('contacts:write')) return undefined;
  return {
    labelOf: nameWithNumber,
    actions: [
      {
        ...{ id: 'add', text: 'Add to a group' },
        dialog: (contacts, onClose) => <AddSeveral contacts={contacts} onClose={onClose} />,
      },
      {
        ...{ id: 'remove', text: 'Remove from a group' },
        dialog: (contacts, onClose) => <RemoveSeveral contacts={contacts} onClose={onClose} />,
      },
      {
        ...{ id: 'tag', text: 'Add a tag' },
        dialog: (contacts, onClose) => <TagSeveral contacts={contacts} onClose={onClose} />,
      },
      ...(can('account:admin')
        ? [
            {
              ...{ id: 'erase', text: 'Erase' },
              dialog: (contacts: Contact[], onClose: (left: Contact[]) => void) => (
                <EraseSeveral contacts={contacts} onClose={onClose} />
              ),
            },
          ]
        : []),
    ],
  };
}
