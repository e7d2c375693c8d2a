import Box from '@cloudscape-design/components/box';
import Table from '@cloudscape-design/components/table';
import type { ConsoleImport } from '../../api/schemas';
import { RejectedHeader } from './rejected-header';

/** Table of the first rejected rows of a file, which shows without a download what is wrong with it. */
export function RejectedSample({ of }: { of: ConsoleImport }) {
  const advice =
    of.format === 'pinpoint' ? 'Rows of an Amazon Pinpoint export are corrected in their file.' : '';
  return (
    <Table
      header={<RejectedHeader of={of} advice={advice} />}
      ariaLabels={{ tableLabel: 'Rejected rows' }}
      items={of.rejectedSample}
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
