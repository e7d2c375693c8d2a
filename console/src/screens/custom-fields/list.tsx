import Badge from '@cloudscape-design/components/badge';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import { Confirm } from '../../app/confirm';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { useConsoleChange } from '../../app/use-console-change';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { useConsoleList } from '../../lists/use-console-pages';

interface Field {
  key: string;
  label: string;
  type: string;
  options?: string[];
  isDisabled: boolean;
  createdAt: string;
}

const TYPES = [
  { value: 'TEXT', label: 'Text' },
  { value: 'NUMBER', label: 'Number' },
  { value: 'BOOLEAN', label: 'Yes or no' },
  { value: 'DATE', label: 'Date' },
  { value: 'SINGLE_SELECT', label: 'One of a list' },
  { value: 'MULTI_SELECT', label: 'Several of a list' },
];
const CHANGES = ['custom-fields', 'custom-field-schema'];

export function Component() {
  const { id, can } = useAccount();
  const isAdmin = can('account:admin');
  const pages = useConsoleList<Field>('custom-fields', id);
  const [editing, setEditing] = useState<Field | 'new'>();
  const [deleting, setDeleting] = useState<Field>();
  const remove = useConsoleChange({
    done: 'The field is deleted.',
    failed: 'The field was not deleted',
    changes: CHANGES,
    onDone: () => setDeleting(undefined),
  });
  const create = isAdmin && (
    <Button variant="primary" onClick={() => setEditing('new')}>
      Create field
    </Button>
  );
  return (
    <Screen
      title="Custom fields"
      description="Up to seven facts about each contact that the contact book does not have."
      actions={create}
    >
      <SimpleTable
        pages={pages}
        label="Custom fields"
        trackBy={({ key }) => key}
        empty={
          <EmptyList title="No custom fields yet" action={create}>
            Such as a plan, a shop or a day of signing up. They can be filtered by, and stand in texts.
          </EmptyList>
        }
        columns={[
          {
            header: 'Name',
            cell: ({ label, isDisabled }) => (
              <>
                {label} {isDisabled && <Badge>Off</Badge>}
              </>
            ),
          },
          { header: 'Kind', cell: ({ type }) => TYPES.find(({ value }) => value === type)?.label ?? type },
          { header: 'Values', cell: ({ options }) => options?.join(', ') ?? '–' },
          { header: 'In a text', cell: ({ key }) => <code>{`{{${key}}}`}</code> },
        ]}
        actions={
          isAdmin
            ? (field) => [
                { text: 'Rename', label: `Rename ${field.label}`, onClick: () => setEditing(field) },
                { text: 'Delete', label: `Delete ${field.label}`, onClick: () => setDeleting(field) },
              ]
            : undefined
        }
      />
      {editing !== undefined && (
        <FieldForm field={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      )}
      {deleting !== undefined && (
        <Confirm
          title={`Delete “${deleting.label}”?`}
          action="Delete"
          isBusy={remove.isPending}
          onCancel={() => setDeleting(undefined)}
          onConfirm={() => remove.mutate({ method: 'DELETE', path: `custom-fields/${deleting.key}` })}
        >
          Its values are removed from every contact. Segments that filter by it stop matching.
        </Confirm>
      )}
    </Screen>
  );
}

function FieldForm({ field, onClose }: { field: Field | undefined; onClose: () => void }) {
  const [label, setLabel] = useState(field?.label ?? '');
  const [type, setType] = useState('TEXT');
  const [options, setOptions] = useState('');
  const hasOptions = type.endsWith('SELECT');
  const save = useConsoleChange({
    done: field === undefined ? 'The field is created.' : 'The field is renamed.',
    failed: 'The field was not saved',
    isQuiet: true,
    changes: CHANGES,
    onDone: onClose,
  });
  const submit = () => {
    if (field !== undefined) {
      return save.mutate({
        method: 'PATCH',
        path: `custom-fields/${field.key}`,
        body: { label },
      });
    }
    const lines = options.split('\n').map((line) => line.trim());
    const body = { label, type, ...(hasOptions && { options: lines.filter((line) => line !== '') }) };
    save.mutate({ method: 'POST', path: 'custom-fields', body });
  };
  return (
    <FormModal
      title={field === undefined ? 'Create a custom field' : `Rename ${field.label}`}
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
      {field === undefined && (
        <FormField label="Kind">
          <Select
            selectedOption={TYPES.find(({ value }) => value === type) ?? null}
            options={TYPES}
            expandToViewport
            onChange={({ detail }) => setType(detail.selectedOption.value ?? 'TEXT')}
          />
        </FormField>
      )}
      {field === undefined && hasOptions && (
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
