import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { unwrap } from '../api/client';
import { describeError, RequestError } from '../api/request-error';
import type { Audience, SegmentPreview } from '../api/schemas';
import { useAccount } from '../app/session';
import { formatCount } from '../format/numbers';
import { describeProgress, figureOf } from './describe-count';
import { describeLookUps } from './describe-look-ups';
import { inTurn } from './in-turn';
import { hasParts, hasUnfinishedRule } from './has-parts';
import { useDebounced } from './use-debounced';

export type AudienceChoice = { audience: Audience } | { segmentId: string };

/**
 * Counts the contacts of an audience, again when it has not changed for a moment.
 *
 * @param options.rank place in the line of counts, of which one runs at a time: lower ones go first
 * @param options.goesOn true to count to the end, however long it takes; what is counted is shown meanwhile
 */
export function useAudienceCount(
  choice: AudienceChoice | undefined,
  { rank = 0, goesOn = true }: { rank?: number; goesOn?: boolean } = {},
) {
  const { id, api } = useAccount();
  const queries = useQueryClient();
  const settled = useDebounced(choice);
  return useQuery({
    queryKey: [id, 'audience-count', settled],
    queryFn: async ({ signal, queryKey }) => {
      const startAnew = (error: unknown) => {
        if (error instanceof RequestError && error.status === 400) return count();
        throw error;
      };
      const count = (cursor?: string) =>
        inTurn({ rank, signal }, () =>
          unwrap(
            api.POST('/api/v1/segments/preview', {
              body: settled ?? {},
              ...(cursor !== undefined && { params: { query: { cursor } } }),
            }),
          ),
        );
      // A count that was interrupted, by another one of the account, goes on where it was.
      const known = queries.getQueryData<SegmentPreview>(queryKey)?.nextCursor;
      let counted = await (known === undefined ? count() : count(known).catch(startAnew));
      while (goesOn && counted.nextCursor !== undefined) {
        queries.setQueryData(queryKey, counted);
        counted = await count(counted.nextCursor);
      }
      return counted;
    },
    enabled: settled !== undefined && ('segmentId' in settled || hasParts(settled.audience)),
    placeholderData: (previous) => previous,
  });
}

export function AudienceCount({ count, of }: { count: ReturnType<typeof useAudienceCount>; of: Audience }) {
  const { data, error, isFetching } = count;
  if (hasUnfinishedRule(of)) {
    return (
      <StatusIndicator type="warning">A rule is not finished: complete it, or remove it.</StatusIndicator>
    );
  }
  if (!hasParts(of)) return <StatusIndicator type="info">No one is chosen yet.</StatusIndicator>;
  if (error) return <Alert type="error">{describeError(error)}</Alert>;
  if (data === undefined) return <StatusIndicator type="loading">Counting</StatusIndicator>;
  const { blocked, isComplete, lookups } = data;
  const soFar = (number: number) => `${isComplete ? '' : 'At least '}${formatCount(number)}`;
  return (
    <SpaceBetween size="s">
      <KeyValuePairs
        columns={4}
        items={[
          { label: 'Match', value: <Box variant="awsui-value-large">{figureOf(data, 'matched')}</Box> },
          {
            label: 'Can be sent to',
            value: <Box variant="awsui-value-large">{figureOf(data, 'sendable')}</Box>,
          },
          { label: 'Not opted in to a group', value: soFar(blocked.notOptedIn) },
          { label: 'Opted out (STOP)', value: soFar(blocked.hardOptedOut) },
          ...(blocked.setAside === undefined
            ? []
            : [{ label: 'Number set aside', value: soFar(blocked.setAside) }]),
          ...(lookups === undefined ? [] : [{ label: 'Carrier look-ups', value: describeLookUps(lookups) }]),
        ]}
      />
      <Box variant="small">{describeProgress(data, isFetching)}</Box>
    </SpaceBetween>
  );
}
