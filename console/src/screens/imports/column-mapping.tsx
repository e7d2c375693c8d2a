import Alert from '@cloudscape-design/components/alert';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Link from '@cloudscape-design/components/link';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect } from 'react';
import { useAccount } from '../../app/session';
import { DataTable } from '../../lists/data-table';
import { useCustomFields } from '../../api/account-lists';
import { columnFault, columnFields, describeByName, fieldByName, hasPhoneColumn } from './describe-column';
import type { FileHead } from './read-header';

interface Props {
  head: FileHead;
  mapping: Record<string, string>;
  onChange: (mapping: Record<string, string>) => void;
  /** True when contacts join a group; tags need one. */
  hasGroup: boolean;
}

/** Form that assigns the columns of the file to fields. Common names are recognized automatically. */
export function ColumnMapping({ head, mapping, onChange, hasGroup }: Props) {
  const { path, can } = useAccount();
  const customFields = useFreshCustomFields();
  const known = columnFields(customFields, { hasGroup });
  const leftOut = head.columns.filter(
    (name) => mapping[name] === undefined && fieldByName(name, known) === undefined,
  );
  return (
    <DataTable
      header={
        <SpaceBetween size="s">
          <Header variant="h2" description="“Phone”, “First Name”, “Zip” and the like are recognised.">
            Columns
          </Header>
          {!hasPhoneColumn(head.columns, { mapping, known }) && (
            <Alert type="warning">No column is the phone number yet: choose below which one it is.</Alert>
          )}
          {leftOut.length > 0 && (
            <Alert type="info">
              Left out: {leftOut.join(', ')}. To keep {leftOut.length === 1 ? 'it' : 'one'}, choose a field,
              or {can('account:admin') ? 'create' : 'have an administrator create'} one under{' '}
              <Link
                external
                externalIconAriaLabel="Opens in a new tab"
                href={`/console${path('custom-fields')}`}
              >
                Custom fields
              </Link>
              .
            </Alert>
          )}
        </SpaceBetween>
      }
      ariaLabels={{ tableLabel: 'Columns of the file' }}
      items={head.columns.map((name, index) => ({ name, index }))}
      trackBy={({ index }) => String(index)}
      columnDefinitions={[
        { id: 'name', header: 'Column', isRowHeader: true, cell: ({ name }) => name },
        {
          id: 'example',
          header: 'In the file',
          cell: ({ index }) =>
            head.rows
              .map((row) => row[index] ?? '')
              .filter(Boolean)
              .join(', ') || '–',
        },
        {
          id: 'field',
          header: 'Is',
          minWidth: 200,
          cell: ({ name, index }) => {
            const chosen = known.find(({ value }) => value === mapping[name]);
            const fault = columnFault(
              chosen ?? fieldByName(name, known),
              head.rows.map((row) => row[index] ?? ''),
            );
            const automatic = { value: '', label: describeByName(name, known) };
            return (
              <FormField errorText={fault}>
                <Select
                  ariaLabel={`What ${name} is`}
                  selectedOption={chosen ?? automatic}
                  options={[automatic, ...known]}
                  expandToViewport
                  onChange={({ detail }) => {
                    const { [name]: _before, ...rest } = mapping;
                    const { value } = detail.selectedOption;
                    onChange(value ? { ...rest, [name]: value } : rest);
                  }}
                />
              </FormField>
            );
          },
        },
      ]}
    />
  );
}

/** Reads the custom fields, and again when the window has the focus back: one may have been created elsewhere meanwhile. */
function useFreshCustomFields() {
  const { data = [], refetch } = useCustomFields();
  useEffect(() => {
    const readAgain = () => void refetch();
    window.addEventListener('focus', readAgain);
    document.addEventListener('visibilitychange', readAgain);
    return () => {
      window.removeEventListener('focus', readAgain);
      document.removeEventListener('visibilitychange', readAgain);
    };
  }, [refetch]);
  return data;
}
