import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { useState } from 'react';
import { useGroups } from '../../api/account-lists';
import { unwrap } from '../../api/client';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { useAccountChange } from '../../app/use-account-change';

interface Props {
  phoneNumber: string;
  group: { id: string; name: string };
  onClose: () => void;
}

/** Dialog that sets one of the tags of a group on a member of it. */
export function TagContact({ phoneNumber, group, onClose }: Props) {
  const tags = useGroups().data?.find(({ id }) => id === group.id)?.tags ?? [];
  const options = tags.map(({ name }) => ({ value: name, label: name }));
  const [tag, setTag] = useState('');
  const add = useAccountChange({
    run: (api) =>
      unwrap(
        api.POST('/console/api/contacts/{phoneNumber}/groups/{groupId}/tags', {
          params: { path: { phoneNumber, groupId: group.id } },
          body: { tag },
        }),
      ),
    done: 'The tag is put on the contact.',
    failed: 'The tag was not put on the contact',
    isQuiet: true,
    changes: ['contact', 'contacts'],
    onDone: onClose,
  });
  return (
    <FormModal
      title={`Tag in ${group.name}`}
      action="Add tag"
      isBusy={add.isPending}
      isDisabled={tag === ''}
      error={add.error}
      onCancel={onClose}
      onSubmit={() => add.mutate(undefined)}
    >
      <FormField
        label="Tag"
        description="The tags are those of the group. Administrators define them on the group."
        errorText={fieldError(add.error, '/tag')}
      >
        <Select
          selectedOption={options.find(({ value }) => value === tag) ?? null}
          options={options}
          placeholder="Choose a tag"
          empty="The group has no tags."
          expandToViewport
          onChange={({ detail }) => setTag(detail.selectedOption.value ?? '')}
        />
      </FormField>
    </FormModal>
  );
}
