import Box from '@cloudscape-design/components/box';
import type { ReactNode } from 'react';
import { DataTable } from '../../lists/data-table';
import type { ConsoleImport } from '../../api/schemas';
import { RejectedHeader } from './rejected-header';

interface Props {
  of: ConsoleImport;
  /** Why nothing can be corrected here. */
  advice: string;
  actions?: ReactNode;
}

/** Table of the first rejected rows of a file, which shows without a download what is wrong with it. */
export function RejectedSample({ of, advice, actions }: Props) {
  return (
    <DataTable
      header={<RejectedHeader of={of} advice={advice} actions={actions} />}
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
