import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { unwrap } from '../../../api/client';
import { useAccount } from '../../../app/session';
import { nameWithNumber } from '../../../format/names';
import { countOf } from '../../../format/numbers';
import { BulkDialog } from '../../../lists/bulk-dialog';
import { GroupChoice } from './group-choice';
import type { GroupOfSeveral } from './groups-of-several';
import { CHANGED_LISTS, type SeveralProps } from './several';

/** Dialog that removes those of several contacts from a group that are in it. */
export function RemoveSeveral({ contacts, onClose }: SeveralProps) {
  const { api } = useAccount();
  const [group, setGroup] = useState<GroupOfSeveral>();
  const members = group?.members ?? [];
  return (
    <BulkDialog
      title={`Remove ${countOf(contacts.length, 'contact')} from a group`}
      action={group === undefined ? 'Remove' : `Remove ${countOf(members.length, 'contact')}`}
      items={members}
      others={contacts.filter((contact) => !members.includes(contact))}
      labelOf={nameWithNumber}
      run={({ phoneNumber }) =>
        unwrap(
          api.DELETE('/api/v1/contacts/by-phone/{phoneNumber}/groups/{groupId}', {
            params: { path: { phoneNumber, groupId: group?.id ?? '' } },
          }),
        )
      }
      done={(count) => `${countOf(count, 'contact')} removed from the group.`}
      changes={CHANGED_LISTS}
      isDisabled={group === undefined}
      onClose={onClose}
    >
      <SpaceBetween size="m">
        <GroupChoice contacts={contacts} withPending value={group} onChange={setGroup} />
        <div>Without a group a contact gets no texts. To join again, it has to consent again.</div>
      </SpaceBetween>
    </BulkDialog>
  );
}
