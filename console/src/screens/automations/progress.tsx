import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import type { Automation } from '../../api/schemas';
import { Figure } from '../../app/figure';
import { formatCount, formatShare } from '../../format/numbers';

/** Figures of an automation since its first start, of all versions together. */
export function AutomationProgress({ automation: { counts, status } }: { automation: Automation }) {
  if (status === 'draft') return null;
  const share = (count: number) => (counts.sent === 0 ? '' : ` (${formatShare(count, counts.sent)})`);
  return (
    <Container header={<Header variant="h2">So far</Header>}>
      <KeyValuePairs
        columns={4}
        items={[
          { label: 'Entered', value: <Figure>{formatCount(counts.entered)}</Figure> },
          { label: 'On the way', value: <Figure>{formatCount(counts.waiting)}</Figure> },
          { label: 'Completed', value: <Figure>{formatCount(counts.completed)}</Figure> },
          { label: 'Left early', value: <Figure>{formatCount(counts.exited + counts.failed)}</Figure> },
          { label: 'Texts sent', value: formatCount(counts.sent) },
          { label: 'Delivered', value: `${formatCount(counts.delivered)}${share(counts.delivered)}` },
          { label: 'Clicked', value: `${formatCount(counts.clicked)}${share(counts.clicked)}` },
          { label: 'Opted out', value: formatCount(counts.optedOut) },
        ]}
      />
    </Container>
  );
}
