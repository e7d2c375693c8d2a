import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import Table from '@cloudscape-design/components/table';
import type { ContactImport } from '../../api/schemas';
import { formatCount } from '../../format/numbers';

type Row = NonNullable<ContactImport['rejectedSample']>[number];

/** Table of the first rejected rows of a file, which shows without a download what is wrong with it. */
export function RejectedSample({ rows, rejected }: { rows: Row[]; rejected: number }) {
  return (
    <Table
      header={
        <Header
          variant="h2"
          counter={
            rows.length < rejected
              ? `(first ${formatCount(rows.length)} of ${formatCount(rejected)})`
              : `(${formatCount(rejected)})`
          }
        >
          Rejected rows
        </Header>
      }
      ariaLabels={{ tableLabel: 'Rejected rows' }}
      items={rows}
      trackBy={({ row }) => String(row)}
      wrapLines
      columnDefinitions={[
        { id: 'row', header: 'Row', isRowHeader: true, cell: ({ row }) => row },
        { id: 'column', header: 'Column', cell: ({ column }) => column ?? 'The whole row' },
        {
          id: 'value',
          header: 'In the file',
          cell: ({ value }) => (value === undefined ? '–' : <Box variant="code">{value}</Box>),
        },
        { id: 'reason', header: 'What is wrong', minWidth: 240, cell: ({ reason }) => reason },
      ]}
    />
  );
}
