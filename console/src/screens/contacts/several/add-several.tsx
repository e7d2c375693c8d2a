import { useState } from 'react';
import { useAccount } from '../../../app/session';
import { nameWithNumber } from '../../../format/names';
import { countOf } from '../../../format/numbers';
import { BulkDialog } from '../../../lists/bulk-dialog';
import { addMember, GroupFields, type Joining, NO_GROUP } from '../group-fields';
import { CHANGED_LISTS, type SeveralProps } from './several';

/** Dialog that adds several contacts to a group, with the same question for their consent as for one. */
export function AddSeveral({ contacts, onClose }: SeveralProps) {
  const { api } = useAccount();
  const [joining, setJoining] = useState<Joining>(NO_GROUP);
  const { groupId, mode } = joining;
  return (
    <BulkDialog
      title={`Add ${countOf(contacts.length, 'contact')} to a group`}
      action={`Add ${countOf(contacts.length, 'contact')}`}
      items={contacts}
      labelOf={nameWithNumber}
      run={({ phoneNumber }) => addMember(api, phoneNumber, joining)}
      done={(count) =>
        mode === 'DIRECT'
          ? `${countOf(count, 'contact')} in the group now.`
          : `${countOf(count, 'contact')} asked by text to confirm, unless already in the group.`
      }
      changes={CHANGED_LISTS}
      isDisabled={groupId === '' || mode === undefined}
      onClose={onClose}
    >
      <GroupFields value={joining} onChange={setJoining} />
    </BulkDialog>
  );
}
