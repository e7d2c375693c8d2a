import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import TokenGroup from '@cloudscape-design/components/token-group';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { GroupSettings } from '../../api/schemas';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { useAccount } from '../../app/session';
import { useChange } from '../../app/use-change';

/** Form of the tags that members of a group can have. */
export function GroupTags({ group, onClose }: { group: GroupSettings; onClose: () => void }) {
  const { id: accountId, api } = useAccount();
  const before = group.tags.map(({ name }) => name);
  const [names, setNames] = useState(before);
  const [added, setAdded] = useState('');
  const wanted = added.trim() === '' || names.includes(added.trim()) ? names : [...names, added.trim()];
  const save = useChange({
    run: async () => {
      for (const name of wanted.filter((one) => !before.includes(one))) {
        const params = { path: { groupId: group.id } };
        await unwrap(api.POST('/console/api/groups/{groupId}/tags', { params, body: { name } }));
      }
      for (const name of before.filter((one) => !wanted.includes(one))) {
        const params = { path: { groupId: group.id, name } };
        await unwrap(api.DELETE('/console/api/groups/{groupId}/tags/{name}', { params }));
      }
    },
    ...{ done: 'The tags are saved.', failed: 'The tags were not saved', isQuiet: true },
    changes: [[accountId, 'groups']],
    onDone: onClose,
  });
  return (
    <FormModal
      title={`Tags of ${group.name}`}
      action="Save"
      isBusy={save.isPending}
      error={save.error}
      onCancel={onClose}
      onSubmit={() => save.mutate(undefined)}
    >
      <FormField
        label="New tag"
        description="Members get tags on their own pages; an audience can ask for a tag."
        errorText={fieldError(save.error, '/name')}
        secondaryControl={
          <Button
            disabled={wanted === names}
            onClick={() => {
              setNames(wanted);
              setAdded('');
            }}
          >
            Add
          </Button>
        }
      >
        <Input value={added} onChange={({ detail }) => setAdded(detail.value)} />
      </FormField>
      <SpaceBetween size="xs">
        {names.length === 0 ? (
          <span>The group has no tags yet.</span>
        ) : (
          <TokenGroup
            items={names.map((label) => ({ label, dismissLabel: `Remove ${label}` }))}
            onDismiss={({ detail }) => setNames(names.filter((_, index) => index !== detail.itemIndex))}
          />
        )}
        {before.some((name) => !names.includes(name)) && (
          <span>A tag that is removed is taken from all members when you save.</span>
        )}
      </SpaceBetween>
    </FormModal>
  );
}
