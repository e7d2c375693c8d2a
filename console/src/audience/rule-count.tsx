import Box from '@cloudscape-design/components/box';
import type { RequestError } from '../api/request-error';
import type { Condition } from '../api/schemas';
import { useAudienceCount } from './audience-count';
import { describeFound } from './describe-count';
import type { FilterField } from './filter-fields';
import { isUnfinished } from './rules';
import { whyNotCounted } from './why-not-counted';

/** Rank of the counts of single rules: that of the whole audience goes first. */
const AFTER_AUDIENCE = 2;
const AFTER_ALL_RULES = 1;

/** Number of contacts that a rule alone finds, or all rules together. */
export function RuleCount({
  condition,
  fields,
  isTotal = false,
}: {
  condition: Condition;
  fields: readonly FilterField[];
  isTotal?: boolean;
}) {
  const rank = isTotal ? AFTER_ALL_RULES : AFTER_AUDIENCE;
  const { data, error, isPlaceholderData, isFetching } = useAudienceCount(
    { audience: { filter: condition } },
    { rank, goesOn: false },
  );
  const words = (): string => {
    if (isUnfinished(condition)) return isTotal ? '' : 'Not finished';
    if (error !== null && !isFetching)
      return whyNotCounted(condition, { code: (error as Partial<RequestError>).code, fields, isTotal });
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
