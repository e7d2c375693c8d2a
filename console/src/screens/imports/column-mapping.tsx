import Header from '@cloudscape-design/components/header';
import Select from '@cloudscape-design/components/select';
import Table from '@cloudscape-design/components/table';
import { findColumnAlias } from '../../../../shared/audience/import/column-aliases';
import { useCustomFields } from '../../api/account-lists';
import type { FileHead } from './read-header';

const FIELDS = [
  ['phoneNumber', 'Phone number'],
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['email', 'Email'],
  ['birthDate', 'Date of birth'],
  ['gender', 'Gender'],
  ['address.street', 'Street'],
  ['address.city', 'City'],
  ['address.state', 'State'],
  ['address.postalCode', 'Postal code'],
  ['address.country', 'Country'],
  ['isFavorite', 'Favorite'],
  ['optedOut', 'Opted out'],
] as const;

interface Option {
  value: string;
  label: string;
}

interface Props {
  head: FileHead;
  mapping: Record<string, string>;
  onChange: (mapping: Record<string, string>) => void;
  /** True when contacts join a group; tags need one. */
  hasGroup: boolean;
}

/** Form that assigns the columns of the file to fields. Common names are recognized automatically. */
export function ColumnMapping({ head, mapping, onChange, hasGroup }: Props) {
  const { data: customFields = [] } = useCustomFields();
  const known: Option[] = [
    ...FIELDS.map(([value, label]) => ({ value, label })),
    ...(hasGroup ? [{ value: 'tags', label: 'Tags in the group' }] : []),
    ...customFields.map(({ label }) => ({ value: `customFields.${label}`, label })),
  ];
  return (
    <Table
      header={
        <Header variant="h2" description="“Phone”, “First Name”, “Zip” and the like are recognised.">
          Columns
        </Header>
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
          cell: ({ name }) => {
            const automatic = { value: '', label: describeByName(name, known) };
            return (
              <Select
                ariaLabel={`What ${name} is`}
                selectedOption={known.find(({ value }) => value === mapping[name]) ?? automatic}
                options={[automatic, ...known]}
                expandToViewport
                onChange={({ detail }) => {
                  const { [name]: _before, ...rest } = mapping;
                  const { value } = detail.selectedOption;
                  onChange(value ? { ...rest, [name]: value } : rest);
                }}
              />
            );
          },
        },
      ]}
    />
  );
}

/**
 * Describes the field that the service assigns to a column by its name: it looks for the name of a field, a custom
 * field, and common names.
 */
function describeByName(name: string, known: Option[]): string {
  const wanted = name.trim().toLowerCase();
  const byName = known.find(({ value, label }) =>
    value.startsWith('customFields.') ? label.trim().toLowerCase() === wanted : value === name,
  );
  const alias = findColumnAlias(name)?.field;
  const field = byName ?? known.find(({ value }) => value === alias);
  return field === undefined ? 'Left out' : `${field.label} (by its name)`;
}
