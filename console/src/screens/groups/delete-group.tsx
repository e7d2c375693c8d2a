import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useEffect, useRef, useState } from 'react';
import { unwrap } from '../../api/client';
import type { GroupSettings } from '../../api/schemas';
import { FormModal } from '../../app/form-modal';
import { useAccount } from '../../app/session';
import { useChange } from '../../app/use-change';
import { countOf } from '../../format/numbers';
import { deleteInParts } from './delete-in-parts';

/**
 * Dialog that deletes a group in parts, as its members leave one after another. An interrupted deletion can be
 * continued.
 */
export function DeleteGroup({ group, onClose }: { group: GroupSettings; onClose: () => void }) {
  const { id: accountId, api } = useAccount();
  const isBegun = group.deletedAt !== undefined;
  const [written, setWritten] = useState('');
  const [left, setLeft] = useState<number>();
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const remove = useChange({
    run: () =>
      deleteInParts({
        deletePart: (cursor) => {
          const params = { path: { groupId: group.id }, query: { ...(cursor && { cursor }) } };
          return unwrap(api.DELETE('/console/api/groups/{groupId}', { params }));
        },
        goesOn: () => isOpen.current,
        onProgress: setLeft,
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      }),
    done: ({ isDone, left: all }) =>
      isDone
        ? `The group is deleted. ${countOf(all, 'contact')} left it.`
        : `${countOf(all, 'contact')} left the group so far. Go on with it later.`,
    ...{ failed: 'The group was not deleted', isQuiet: true },
    changes: [[accountId, 'groups']],
    onDone: onClose,
  });
  return (
    <FormModal
      title={`${isBegun ? 'Go on deleting' : 'Delete'} ${group.name}?`}
      action={isBegun ? 'Go on' : 'Delete the group'}
      isBusy={remove.isPending}
      isDisabled={!isBegun && written.trim() !== group.name}
      error={remove.error}
      onCancel={onClose}
      onSubmit={() => remove.mutate(undefined)}
    >
      <p>
        All contacts leave the group, and your programs are told of each. The contacts stay in the contact
        book; those in no other group cannot be texted. This cannot be undone. A large group takes a while:
        keep this window open.
      </p>
      {!isBegun && (
        <FormField label={`Write “${group.name}” to confirm`}>
          <Input value={written} onChange={({ detail }) => setWritten(detail.value)} autoFocus />
        </FormField>
      )}
      {left !== undefined && (
        <StatusIndicator type="in-progress">{countOf(left, 'contact')} left the group so far</StatusIndicator>
      )}
    </FormModal>
  );
}
