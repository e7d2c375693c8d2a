import Header from '@cloudscape-design/components/header';
import Select from '@cloudscape-design/components/select';
import Table from '@cloudscape-design/components/table';
import { useCustomFields } from '../../api/account-lists';
import type { FileHead } from './read-header';

const AUTOMATIC = { value: '', label: 'Decided by its name' };
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

interface Props {
  head: FileHead;
  mapping: Record<string, string>;
  onChange: (mapping: Record<string, string>) => void;
}

/** What each column of the file is. Names as people write them are recognised by themselves. */
export function ColumnMapping({ head, mapping, onChange }: Props) {
  const { data: customFields = [] } = useCustomFields();
  const options = [
    AUTOMATIC,
    ...FIELDS.map(([value, label]) => ({ value, label: label })),
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
      trackBy="name"
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
          cell: ({ name }) => (
            <Select
              ariaLabel={`What ${name} is`}
              selectedOption={options.find(({ value }) => value === (mapping[name] ?? '')) ?? AUTOMATIC}
              options={options}
              expandToViewport
              onChange={({ detail }) => {
                const { [name]: _before, ...rest } = mapping;
                const { value } = detail.selectedOption;
                onChange(value ? { ...rest, [name]: value } : rest);
              }}
            />
          ),
        },
      ]}
    />
  );
}
