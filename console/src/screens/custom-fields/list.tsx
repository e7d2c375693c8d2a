import Badge from '@cloudscape-design/components/badge';
import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { CustomFieldSettings } from '../../api/schemas';
import { Confirm } from '../../app/confirm';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { useAccountChange } from '../../app/use-account-change';
import { useOpened } from '../../app/use-opened';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { usePages } from '../../lists/use-pages';
import { FieldForm } from './field-form';
import { CHANGED_WITH_FIELDS, FIELD_TYPES } from './field';

export function Component() {
  const { id, api, can } = useAccount();
  const isAdmin = can('account:admin');
  const pages = usePages({
    queryKey: [id, 'custom-fields'],
    fetchPage: () => unwrap(api.GET('/console/api/custom-fields')),
  });
  const [isCreating, setIsCreating] = useOpened(isAdmin);
  const [editing, setEditing] = useState<CustomFieldSettings>();
  const [deleting, setDeleting] = useState<CustomFieldSettings>();
  const remove = useAccountChange({
    run: (_, key: string) =>
      unwrap(api.DELETE('/console/api/custom-fields/{key}', { params: { path: { key } } })),
    done: 'The field is deleted.',
    failed: 'The field was not deleted',
    changes: CHANGED_WITH_FIELDS,
    onDone: () => setDeleting(undefined),
  });
  const create = isAdmin && (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      Create field
    </Button>
  );
  return (
    <Screen
      title="Custom fields"
      description={`Up to seven facts about each contact that the contact book does not have.${isAdmin ? '' : ' An administrator creates and changes them.'}`}
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
          {
            header: 'Kind',
            cell: ({ type }) => FIELD_TYPES.find(({ value }) => value === type)?.label ?? type,
          },
          { header: 'Values', cell: ({ options }) => options?.join(', ') ?? '–' },
          { header: 'In a text', isExtra: true, cell: ({ key }) => <code>{`{{${key}}}`}</code> },
        ]}
        actions={
          isAdmin
            ? (field) => [
                { text: 'Edit', label: `Edit ${field.label}`, onClick: () => setEditing(field) },
                { text: 'Delete', label: `Delete ${field.label}`, onClick: () => setDeleting(field) },
              ]
            : undefined
        }
      />
      {isCreating && <FieldForm field={undefined} onClose={() => setIsCreating(false)} />}
      {editing !== undefined && <FieldForm field={editing} onClose={() => setEditing(undefined)} />}
      {deleting !== undefined && (
        <Confirm
          title={`Delete “${deleting.label}”?`}
          action="Delete"
          isBusy={remove.isPending}
          onCancel={() => setDeleting(undefined)}
          onConfirm={() => remove.mutate(deleting.key)}
        >
          Its values are removed from every contact. Segments that filter by it stop matching.
        </Confirm>
      )}
    </Screen>
  );
}
