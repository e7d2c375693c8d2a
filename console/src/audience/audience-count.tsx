import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../api/client';
import { describeError } from '../api/request-error';
import type { Audience } from '../api/schemas';
import { useAccount } from '../app/session';
import { formatCount } from '../format/numbers';
import { describeLookUps } from './describe-look-ups';
import { inTurn } from './in-turn';
import { hasParts, hasUnfinishedRule } from './has-parts';
import { useDebounced } from './use-debounced';

export type AudienceChoice = { audience: Audience } | { segmentId: string };

/**
 * Counts the contacts of an audience, again when it has not changed for a moment.
 *
 * @param rank place in the line of counts, of which one runs at a time: lower ones go first
 */
export function useAudienceCount(choice: AudienceChoice | undefined, rank = 0) {
  const { id, api } = useAccount();
  const settled = useDebounced(choice);
  return useQuery({
    queryKey: [id, 'audience-count', settled],
    queryFn: ({ signal }) =>
      inTurn({ rank, signal }, () => unwrap(api.POST('/api/v1/segments/preview', { body: settled ?? {} }))),
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
  const { matched, sendable, blocked, isComplete, lookups } = data;
  return (
    <SpaceBetween size="s">
      <KeyValuePairs
        columns={4}
        items={[
          { label: 'Match', value: <Box variant="awsui-value-large">{formatCount(matched)}</Box> },
          { label: 'Can be sent to', value: <Box variant="awsui-value-large">{formatCount(sendable)}</Box> },
          { label: 'Not opted in to a group', value: formatCount(blocked.notOptedIn) },
          { label: 'Opted out (STOP)', value: formatCount(blocked.hardOptedOut) },
          ...(blocked.setAside === undefined
            ? []
            : [{ label: 'Number set aside', value: formatCount(blocked.setAside) }]),
          ...(lookups === undefined ? [] : [{ label: 'Carrier look-ups', value: describeLookUps(lookups) }]),
        ]}
      />
      <Box variant="small">
        {isFetching ? 'Counting again…' : 'Counted just now.'}
        {!isComplete && ' Counting ran out of time: at least this many.'}
      </Box>
    </SpaceBetween>
  );
}
