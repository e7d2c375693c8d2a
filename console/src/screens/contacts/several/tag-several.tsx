import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useGroups } from '../../../api/account-lists';
import { unwrap } from '../../../api/client';
import { useAccount } from '../../../app/session';
import { nameWithNumber } from '../../../format/names';
import { countOf } from '../../../format/numbers';
import { BulkDialog } from '../../../lists/bulk-dialog';
import { GroupChoice } from './group-choice';
import type { GroupOfSeveral } from './groups-of-several';
import { CHANGED_LISTS, type SeveralProps } from './several';

/** Dialog that sets a tag of a group on those of several contacts that are members of it. */
export function TagSeveral({ contacts, onClose }: SeveralProps) {
  const { api } = useAccount();
  const [group, setGroup] = useState<GroupOfSeveral>();
  const [tag, setTag] = useState('');
  const tags = useGroups().data?.find(({ id }) => id === group?.id)?.tags ?? [];
  const options = tags.map(({ name }) => ({ value: name, label: name }));
  const members = group?.members ?? [];
  return (
    <BulkDialog
      title={`Add a tag to ${countOf(contacts.length, 'contact')}`}
      action={group === undefined ? 'Add tag' : `Add tag to ${countOf(members.length, 'contact')}`}
      items={members}
      others={contacts.filter((contact) => !members.includes(contact))}
      labelOf={nameWithNumber}
      run={({ phoneNumber }) =>
        unwrap(
          api.POST('/console/api/contacts/{phoneNumber}/groups/{groupId}/tags', {
            params: { path: { phoneNumber, groupId: group?.id ?? '' } },
            body: { tag },
          }),
        )
      }
      done={(count) => `${countOf(count, 'contact')} with the tag now.`}
      changes={CHANGED_LISTS}
      isDisabled={group === undefined || tag === ''}
      onClose={onClose}
    >
      <SpaceBetween size="m">
        <GroupChoice
          contacts={contacts}
          withPending={false}
          value={group}
          onChange={(next) => {
            setTag('');
            setGroup(next);
          }}
        />
        <FormField
          label="Tag"
          description="The tags are those of the group. Administrators define them on the group."
        >
          <Select
            selectedOption={options.find(({ value }) => value === tag) ?? null}
            options={options}
            placeholder="Choose a tag"
            empty={group === undefined ? 'Choose a group first.' : 'The group has no tags.'}
            expandToViewport
            onChange={({ detail }) => setTag(detail.selectedOption.value ?? '')}
          />
        </FormField>
      </SpaceBetween>
    </BulkDialog>
  );
}
