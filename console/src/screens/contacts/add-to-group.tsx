import { useState } from 'react';
import { FormModal } from '../../app/form-modal';
import { useAccountChange } from '../../app/use-account-change';
import { addMember, GroupFields, type Joining, NO_GROUP } from './group-fields';

/** Dialog that adds a contact to a group; its consent is chosen, and none is assumed. */
export function AddToGroup({ phoneNumber, onClose }: { phoneNumber: string; onClose: () => void }) {
  const [joining, setJoining] = useState<Joining>(NO_GROUP);
  const { groupId, mode } = joining;
  const add = useAccountChange({
    run: (api) => addMember(api, phoneNumber, joining),
    done: mode === 'DIRECT' ? 'The contact is a member now.' : 'The contact is asked by text to confirm.',
    failed: 'The contact was not added',
    isQuiet: true,
    changes: ['contact', 'contacts'],
    onDone: onClose,
  });
  return (
    <FormModal
      title="Add to a group"
      action="Add"
      isBusy={add.isPending}
      isDisabled={groupId === '' || mode === undefined}
      error={add.error}
      onSubmit={() => add.mutate(undefined)}
      onCancel={onClose}
    >
      <GroupFields value={joining} onChange={setJoining} />
    </FormModal>
  );
}
