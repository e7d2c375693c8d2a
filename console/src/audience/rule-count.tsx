import Box from '@cloudscape-design/components/box';
import type { Condition } from '../api/schemas';
import { useAudienceCount } from './audience-count';
import { describeFound } from './describe-count';
import { isUnfinished } from './rules';

/** Rank of the counts of single rules: that of the whole audience goes first. */
const AFTER_AUDIENCE = 2;
const AFTER_ALL_RULES = 1;

/** Number of contacts that a rule alone finds, or all rules together. */
export function RuleCount({ condition, isTotal = false }: { condition: Condition; isTotal?: boolean }) {
  const rank = isTotal ? AFTER_ALL_RULES : AFTER_AUDIENCE;
  const { data, error, isPlaceholderData, isFetching } = useAudienceCount(
    { audience: { filter: condition } },
    { rank, goesOn: false },
  );
  const words = (): string => {
    if (isUnfinished(condition)) return isTotal ? '' : 'Not finished';
    if (error !== null && !isFetching) return 'Not counted';
    if (data === undefined || isPlaceholderData) return 'Counting…';
    return describeFound(data);
  };
  return (
    <Box variant={isTotal ? 'p' : 'small'} fontWeight={isTotal ? 'bold' : 'normal'}>
      {isTotal && 'All rules together: '}
      {words()}
    </Box>
  );
}
