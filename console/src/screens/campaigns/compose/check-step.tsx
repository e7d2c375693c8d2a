import Container from '@cloudscape-design/components/container';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useAccount } from '../../../app/session';
import { LoadError } from '../../../lists/list-states';
import { SenderName } from '../../../senders/sender-name';
import { DescribeAudience } from '../describe-audience';
import { describeEnd, describeHours, describeSchedule, PURPOSES } from '../describe-schedule';
import { PreviewFigures } from '../preview-figures';
import { NoteField } from '../../../plans/note';
import { SamplePreview } from '../sample-preview';
import { useNeedsApproval } from '../use-needs-approval';
import { usePreview } from '../use-preview';
import type { StepProps } from './composer';
import { TestText } from './test-text';

/** Step that shows what the campaign will do before it is launched. */
export function CheckStep({ saved, note, setNote }: StepProps) {
  const needsApproval = useNeedsApproval(saved);
  const { can } = useAccount();
  const { data, error, refetch } = usePreview(saved);
  if (saved === undefined) return <StatusIndicator type="loading">Saving the draft</StatusIndicator>;
  return (
    <SpaceBetween size="l">
      <Container header={<Header variant="h2">What will happen</Header>}>
        {error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && (
          <StatusIndicator type="loading">Counting the audience</StatusIndicator>
        )}
        {data !== undefined && <PreviewFigures preview={data} />}
      </Container>
      {needsApproval === true && (
        <Container
          header={
            <Header
              variant="h2"
              description={`${
                can('campaigns:launch')
                  ? 'It goes to more people than this account sends to without a second person.'
                  : 'A sender or administrator has to approve what you submit, or sends it back with a reason.'
              } Nothing is sent before.`}
            >
              Approval
            </Header>
          }
        >
          <NoteField label="Note to who approves (optional)" note={note} onChange={setNote} />
        </Container>
      )}
      <ColumnLayout columns={2}>
        <SpaceBetween size="l">
          <Container header={<Header variant="h2">Plan</Header>}>
            <KeyValuePairs
              columns={2}
              items={[
                { label: 'Name', value: saved.name },
                { label: 'From', value: <SenderName from={saved.from} /> },
                { label: 'Audience', value: <DescribeAudience audience={saved.audience} /> },
                { label: 'Purpose', value: PURPOSES[saved.purpose] },
                { label: 'When', value: describeSchedule(saved) },
                { label: 'Hours', value: describeHours(saved) },
                { label: 'Ends at the latest', value: describeEnd(saved) },
              ]}
            />
          </Container>
          <TestText campaign={saved} />
        </SpaceBetween>
        <Container header={<Header variant="h2">On a phone</Header>}>
          <SamplePreview
            from={saved.from}
            samples={data?.samples}
            body={saved.body ?? ''}
            mediaUrl={saved.mediaUrl}
          />
        </Container>
      </ColumnLayout>
    </SpaceBetween>
  );
}
