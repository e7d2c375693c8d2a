import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import type { ConsoleImport } from '../../api/schemas';
import { useAccount } from '../../app/session';
import { CorrectRows } from './correct-rows';
import { describeUncorrectable } from './describe-import';
import { readRejected } from './read-rejected';
import { RejectedSample } from './rejected-sample';

/** First rejected rows of an import: with fields to correct them where the user may import, and their file is there. */
export function RejectedRows({ of }: { of: ConsoleImport }) {
  const { id, api, can } = useAccount();
  const mayCorrect = can('contacts:write') && of.status === 'completed';
  const {
    data: file,
    isError,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: [id, 'rejected rows', of.id, of.completedAt],
    queryFn: async () => (await readRejected(api, of)) ?? null,
    enabled: mayCorrect && of.rejectedSample.length > 0,
    staleTime: Infinity,
  });
  if (of.rejectedSample.length === 0) return null;
  if (file) return <CorrectRows key={of.id} of={of} file={file} />;
  const found = file === null ? 'gone' : isError ? 'unreadable' : 'loading';
  return (
    <RejectedSample
      of={of}
      advice={describeUncorrectable(of, { mayImport: can('contacts:write'), file: found }) ?? ''}
      actions={
        isError && (
          <Button loading={isFetching} onClick={() => void refetch()}>
            Read them again
          </Button>
        )
      }
    />
  );
}
