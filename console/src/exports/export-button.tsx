import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap } from '../api/client';
import type { Audience } from '../api/schemas';
import { useAccount } from '../app/session';
import { useChange } from '../app/use-change';

type ExportOf =
  | { campaignId: string }
  | { broadcastId: string }
  | { batchId: string }
  | { audience: Audience | { segmentId: string } };

const POLL_MS = 1_500;

/** Button that creates a CSV file and downloads it when it is ready. */
export function ExportButton({ of, children = 'Export' }: { of: ExportOf; children?: string }) {
  const { id, api } = useAccount();
  const [exportId, setExportId] = useState<string>();
  const start = useChange({
    run: () => startExport(api, of),
    failed: 'The export was not made',
    onDone: (made) => setExportId(made.id),
  });
  const { data } = useQuery({
    queryKey: [id, 'exports', exportId],
    queryFn: () => readExport(api, of, exportId ?? ''),
    enabled: exportId !== undefined,
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.status === 'running' ? POLL_MS : false,
  });
  if (data?.status === 'completed' && data.url !== undefined) {
    return (
      <Button iconName="download" href={data.url} download target="_blank" rel="noopener">
        Download {data.rows} rows
      </Button>
    );
  }
  if (data?.status === 'failed') {
    return (
      <Button iconName="refresh" onClick={() => start.mutate(undefined)}>
        Export failed: try again
      </Button>
    );
  }
  return (
    <Button
      iconName="download"
      loading={start.isPending || exportId !== undefined}
      loadingText="Making the file"
      onClick={() => start.mutate(undefined)}
    >
      {children}
    </Button>
  );
}

type Api = ReturnType<typeof useAccount>['api'];

function startExport(api: Api, of: ExportOf) {
  if ('audience' in of) {
    return unwrap(api.POST('/api/v1/contacts/exports', { body: { format: 'csv', audience: of.audience } }));
  }
  const body = { format: 'csv' as const };
  if ('campaignId' in of) {
    const params = { path: { id: of.campaignId } };
    return unwrap(api.POST('/api/v1/campaigns/{id}/recipients/exports', { params, body }));
  }
  if ('broadcastId' in of) {
    const params = { path: { id: of.broadcastId } };
    return unwrap(api.POST('/api/v1/messaging/broadcast/{id}/recipients/exports', { params, body }));
  }
  const params = { path: { id: of.batchId } };
  return unwrap(api.POST('/api/v1/messaging/batch/{id}/recipients/exports', { params, body }));
}

function readExport(api: Api, of: ExportOf, exportId: string) {
  if ('audience' in of) {
    return unwrap(api.GET('/api/v1/contacts/exports/{exportId}', { params: { path: { exportId } } }));
  }
  if ('campaignId' in of) {
    const params = { path: { id: of.campaignId, exportId } };
    return unwrap(api.GET('/api/v1/campaigns/{id}/recipients/exports/{exportId}', { params }));
  }
  if ('broadcastId' in of) {
    const params = { path: { id: of.broadcastId, exportId } };
    return unwrap(api.GET('/api/v1/messaging/broadcast/{id}/recipients/exports/{exportId}', { params }));
  }
  const params = { path: { id: of.batchId, exportId } };
  return unwrap(api.GET('/api/v1/messaging/batch/{id}/recipients/exports/{exportId}', { params }));
}
