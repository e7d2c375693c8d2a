import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import RadioGroup from '@cloudscape-design/components/radio-group';
import Select from '@cloudscape-design/components/select';
import Textarea from '@cloudscape-design/components/textarea';
import Checkbox from '@cloudscape-design/components/checkbox';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { GroupSettings } from '../../api/schemas';
import { chosenOf } from '../../app/chosen-of';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { useAccountChange } from '../../app/use-account-change';
import { findOption } from '../../senders/sender-options';
import { useSenderName, useSenderOptions } from '../../senders/use-senders';

const JOINING: { value: GroupSettings['optInType']; label: string; description: string }[] = [
  { value: 'SINGLE', label: 'At once', description: 'You already have each contact’s consent.' },
  { value: 'DOUBLE', label: 'Confirmed by text', description: 'The contact joins by answering YES.' },
];

/** Form of a new group, or of the name and texts of an existing one. */
export function GroupForm({ group, onClose }: { group: GroupSettings | undefined; onClose: () => void }) {
  const [name, setName] = useState(group?.name ?? '');
  const [optInType, setOptInType] = useState(group?.optInType ?? 'SINGLE');
  const [isDefault, setIsDefault] = useState(group?.isDefault ?? false);
  const [optInMessage, setOptInMessage] = useState(group?.optInMessage ?? '');
  const [from, setFrom] = useState(group?.from ?? '');
  const senderName = useSenderName();
  const senders = [{ value: '', label: 'The account’s default number' }, ...useSenderOptions().options];
  const [confirmationMessage, setConfirmationMessage] = useState(group?.confirmationMessage ?? '');
  const save = useAccountChange({
    run: (api) => {
      if (group !== undefined) {
        const body = {
          ...{ name, optInMessage, confirmationMessage, from },
          ...(isDefault !== group.isDefault && { isDefault }),
        };
        return unwrap(
          api.PATCH('/console/api/groups/{groupId}', { params: { path: { groupId: group.id } }, body }),
        );
      }
      const body = {
        ...{ name, optInType },
        ...(isDefault && { isDefault }),
        ...(optInMessage && { optInMessage }),
        ...(confirmationMessage && { confirmationMessage }),
        ...(from && { from }),
      };
      return unwrap(api.POST('/console/api/groups', { body }));
    },
    done: group === undefined ? 'The group is created.' : 'The group is changed.',
    failed: 'The group was not saved',
    isQuiet: true,
    changes: ['groups'],
    onDone: onClose,
  });
  return (
    <FormModal
      title={group === undefined ? 'Create a group' : `Edit ${group.name}`}
      action="Save"
      isBusy={save.isPending}
      isDisabled={name.trim() === ''}
      error={save.error}
      onCancel={onClose}
      onSubmit={() => save.mutate(undefined)}
    >
      <FormField label="Name" errorText={fieldError(save.error, '/name')}>
        <Input value={name} onChange={({ detail }) => setName(detail.value)} autoFocus />
      </FormField>
      {group === undefined && (
        <FormField label="Joining">
          <RadioGroup
            value={optInType}
            onChange={({ detail }) => setOptInType(chosenOf(JOINING, detail.value) ?? optInType)}
            items={JOINING}
          />
        </FormField>
      )}
      <FormField
        label={optInType === 'DOUBLE' ? 'Text that asks to confirm' : 'Text on joining'}
        description={optInType === 'DOUBLE' ? undefined : 'Empty: no text.'}
        errorText={fieldError(save.error, '/optInMessage')}
      >
        <Textarea value={optInMessage} rows={2} onChange={({ detail }) => setOptInMessage(detail.value)} />
      </FormField>
      {optInType === 'DOUBLE' && (
        <FormField label="Text after the YES" errorText={fieldError(save.error, '/confirmationMessage')}>
          <Textarea
            value={confirmationMessage}
            rows={2}
            onChange={({ detail }) => setConfirmationMessage(detail.value)}
          />
        </FormField>
      )}
      <FormField
        label="Number or sender that these texts come from"
        errorText={fieldError(save.error, '/from')}
      >
        <Select
          selectedOption={findOption(senders, from) ?? { value: from, label: senderName(from) }}
          options={senders}
          expandToViewport
          onChange={({ detail }) => setFrom(detail.selectedOption.value ?? '')}
        />
      </FormField>
      <Checkbox checked={isDefault} onChange={({ detail }) => setIsDefault(detail.checked)}>
        The account’s default group
      </Checkbox>
    </FormModal>
  );
}
