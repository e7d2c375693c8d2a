import { useQuery } from '@tanstack/react-query';
import type { ConsoleImport } from '../../api/schemas';
import { useAccount } from '../../app/session';
import { CorrectRows } from './correct-rows';
import { readRejected } from './read-rejected';
import { RejectedSample } from './rejected-sample';

/** First rejected rows of an import: with fields to correct them where the user may import, and their file is there. */
export function RejectedRows({ of }: { of: ConsoleImport }) {
  const { id, api, can } = useAccount();
  const mayCorrect = can('contacts:write') && of.status === 'completed';
  const { data: file } = useQuery({
    queryKey: [id, 'rejected rows', of.id, of.completedAt],
    queryFn: async () => (await readRejected(api, of)) ?? null,
    enabled: mayCorrect && of.rejectedSample.length > 0,
    staleTime: Infinity,
  });
  if (of.rejectedSample.length === 0) return null;
  return file ? <CorrectRows key={of.id} of={of} file={file} /> : <RejectedSample of={of} />;
}
