import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { CustomFieldSettings } from '../../api/schemas';
import { chosenOf } from '../../app/chosen-of';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { useAccountChange } from '../../app/use-account-change';
import { CHANGED_WITH_FIELDS, FIELD_TYPES } from './field';
import { EditOptions, type OptionDraft, optionChanges } from './edit-options';

/** Form that creates a custom field, or changes the name and the options of one. */
export function FieldForm({
  field,
  onClose,
}: {
  field: CustomFieldSettings | undefined;
  onClose: () => void;
}) {
  return field === undefined ? (
    <CreateField onClose={onClose} />
  ) : (
    <EditField field={field} onClose={onClose} />
  );
}

function CreateField({ onClose }: { onClose: () => void }) {
  const [label, setLabel] = useState('');
  const [type, setType] = useState<CustomFieldSettings['type']>('TEXT');
  const [options, setOptions] = useState('');
  const hasOptions = type.endsWith('SELECT');
  const save = useAccountChange({
    run: (api) => {
      const lines = options.split('\n').map((line) => line.trim());
      const body = { label, type, ...(hasOptions && { options: lines.filter((line) => line !== '') }) };
      return unwrap(api.POST('/console/api/custom-fields', { body }));
    },
    done: 'The field is created.',
    failed: 'The field was not saved',
    isQuiet: true,
    changes: CHANGED_WITH_FIELDS,
    onDone: onClose,
  });
  return (
    <FormModal
      title="Create a custom field"
      action="Save"
      isBusy={save.isPending}
      isDisabled={label.trim() === ''}
      error={save.error}
      onCancel={onClose}
      onSubmit={() => save.mutate(undefined)}
    >
      <FormField label="Name" errorText={fieldError(save.error, '/label')}>
        <Input value={label} onChange={({ detail }) => setLabel(detail.value)} autoFocus />
      </FormField>
      <FormField label="Kind">
        <Select
          selectedOption={FIELD_TYPES.find(({ value }) => value === type) ?? null}
          options={FIELD_TYPES}
          expandToViewport
          onChange={({ detail }) => setType(chosenOf(FIELD_TYPES, detail.selectedOption.value) ?? type)}
        />
      </FormField>
      {hasOptions && (
        <FormField
          label="Values"
          description="One in each line."
          errorText={fieldError(save.error, '/options')}
        >
          <Textarea value={options} rows={4} onChange={({ detail }) => setOptions(detail.value)} />
        </FormField>
      )}
    </FormModal>
  );
}

function EditField({ field, onClose }: { field: CustomFieldSettings; onClose: () => void }) {
  const [label, setLabel] = useState(field.label);
  const [drafts, setDrafts] = useState<OptionDraft[]>(
    (field.options ?? []).map((name) => ({ before: name, name })),
  );
  const changes = optionChanges(drafts);
  const save = useAccountChange({
    run: (api) => {
      const options = changes.map(({ change }) => change);
      return unwrap(
        api.PATCH('/console/api/custom-fields/{key}', {
          params: { path: { key: field.key } },
          body: { ...(label !== field.label && { label }), ...(options.length > 0 && { options }) },
        }),
      );
    },
    done: 'The field is changed.',
    failed: 'The field was not saved',
    isQuiet: true,
    changes: CHANGED_WITH_FIELDS,
    onDone: onClose,
  });
  const hasEmptyName = label.trim() === '' || drafts.some(({ name }) => name.trim() === '');
  return (
    <FormModal
      title={`Edit ${field.label}`}
      action="Save"
      isBusy={save.isPending}
      isDisabled={hasEmptyName || (label === field.label && changes.length === 0)}
      error={save.error}
      onCancel={onClose}
      onSubmit={() => save.mutate(undefined)}
    >
      <FormField label="Name" errorText={fieldError(save.error, '/label')}>
        <Input value={label} onChange={({ detail }) => setLabel(detail.value)} autoFocus />
      </FormField>
      {field.options !== undefined && (
        <FormField
          label="Values"
          description="A new name of a value holds for every contact that has it, and for segments and campaigns that ask for it."
        >
          <EditOptions drafts={drafts} error={save.error} onChange={setDrafts} />
        </FormField>
      )}
    </FormModal>
  );
}
