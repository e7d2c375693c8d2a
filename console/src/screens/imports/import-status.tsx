import Box from '@cloudscape-design/components/box';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { ListedImport } from '../../api/schemas';

const STATUSES: Record<ListedImport['status'], { text: string; type: StatusIndicatorProps.Type }> = {
  awaitingUpload: { text: 'Waiting for the file', type: 'pending' },
  running: { text: 'Running', type: 'in-progress' },
  completed: { text: 'Completed', type: 'success' },
  failed: { text: 'Failed', type: 'error' },
  cancelled: { text: 'Cancelled', type: 'stopped' },
};

export function ImportStatus({ status, dryRun }: { status: ListedImport['status']; dryRun: boolean }) {
  const { text, type } = STATUSES[status];
  return (
    <>
      <StatusIndicator wrapText={false} type={type}>
        {text}
      </StatusIndicator>
      {dryRun && (
        <Box variant="small" display="block">
          Trial: changes nothing
        </Box>
      )}
    </>
  );
}
