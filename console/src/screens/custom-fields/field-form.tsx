import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { useConsoleChange } from '../../app/use-console-change';
import { CHANGED_WITH_FIELDS, type Field, FIELD_TYPES } from './field';
import { EditOptions, type OptionDraft, optionChanges } from './edit-options';

/** Form that creates a custom field, or changes the name and the options of one. */
export function FieldForm({ field, onClose }: { field: Field | undefined; onClose: () => void }) {
  return field === undefined ? (
    <CreateField onClose={onClose} />
  ) : (
    <EditField field={field} onClose={onClose} />
  );
}

function CreateField({ onClose }: { onClose: () => void }) {
  const [label, setLabel] = useState('');
  const [type, setType] = useState('TEXT');
  const [options, setOptions] = useState('');
  const hasOptions = type.endsWith('SELECT');
  const save = useConsoleChange({
    done: 'The field is created.',
    failed: 'The field was not saved',
    isQuiet: true,
    changes: CHANGED_WITH_FIELDS,
    onDone: onClose,
  });
  const submit = () => {
    const lines = options.split('\n').map((line) => line.trim());
    const body = { label, type, ...(hasOptions && { options: lines.filter((line) => line !== '') }) };
    save.mutate({ method: 'POST', path: 'custom-fields', body });
  };
  return (
    <FormModal
      title="Create a custom field"
      action="Save"
      isBusy={save.isPending}
      isDisabled={label.trim() === ''}
      error={save.error}
      onCancel={onClose}
      onSubmit={submit}
    >
      <FormField label="Name" errorText={fieldError(save.error, '/label')}>
        <Input value={label} onChange={({ detail }) => setLabel(detail.value)} autoFocus />
      </FormField>
      <FormField label="Kind">
        <Select
          selectedOption={FIELD_TYPES.find(({ value }) => value === type) ?? null}
          options={FIELD_TYPES}
          expandToViewport
          onChange={({ detail }) => setType(detail.selectedOption.value ?? 'TEXT')}
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

function EditField({ field, onClose }: { field: Field; onClose: () => void }) {
  const [label, setLabel] = useState(field.label);
  const [drafts, setDrafts] = useState<OptionDraft[]>(
    (field.options ?? []).map((name) => ({ before: name, name })),
  );
  const changes = optionChanges(drafts);
  const save = useConsoleChange({
    done: 'The field is changed.',
    failed: 'The field was not saved',
    isQuiet: true,
    changes: CHANGED_WITH_FIELDS,
    onDone: onClose,
  });
  const submit = () => {
    const options = changes.map(({ change }) => change);
    save.mutate({
      method: 'PATCH',
      path: `custom-fields/${field.key}`,
      body: { ...(label !== field.label && { label }), ...(options.length > 0 && { options }) },
    });
  };
  const hasEmptyName = label.trim() === '' || drafts.some(({ name }) => name.trim() === '');
  return (
    <FormModal
      title={`Edit ${field.label}`}
      action="Save"
      isBusy={save.isPending}
      isDisabled={hasEmptyName || (label === field.label && changes.length === 0)}
      error={save.error}
      onCancel={onClose}
      onSubmit={submit}
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
