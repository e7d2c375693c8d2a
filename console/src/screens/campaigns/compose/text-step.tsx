import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { describeError } from '../../../api/request-error';
import { fieldError } from '../../../app/field-error';
import { CAMPAIGN_TEXT } from '../../../texts/pieces';
import { TextFields } from '../../../texts/text-fields';
import { useDoubts } from '../../../texts/use-values';
import { longestOf } from '../longest-of';
import { SamplePreview } from '../sample-preview';
import type { StepProps } from './composer';
import { isTextMissing } from './missing';
import { useCheckedText } from './use-checked-text';

/** Credits of each SMS: the message and the carrier lookup. */
const SMS_CREDITS = 2;

/** Step for the text, with its length and cost, the findings of the service, and a preview. */
export function TextStep({ draft, change, save, saved, showsMissing, error }: StepProps) {
  const { body, mediaUrl, from } = draft;
  const checked = useCheckedText({ draft, save, saved });
  const doubts = new Set(useDoubts(body, CAMPAIGN_TEXT).values());
  const warnings = checked.data?.warnings ?? [];
  const missing =
    showsMissing && isTextMissing(draft) ? 'Write the text, or give the address of a picture.' : undefined;

  return (
    <ColumnLayout columns={2}>
      <Container header={<Header variant="h2">Text</Header>}>
        <SpaceBetween size="l">
          <TextFields
            text={draft}
            onChange={change}
            credits={SMS_CREDITS}
            rows={7}
            kind={CAMPAIGN_TEXT}
            longest={longestOf(checked.data?.samples)?.body}
            bodyError={missing ?? fieldError(error, '/body')}
            mediaError={fieldError(error, '/mediaUrl')}
          />
          <div aria-live="polite">
            {checked.isPending && <StatusIndicator type="loading">Checking the text</StatusIndicator>}
            {checked.error !== null && <Alert type="error">{describeError(checked.error)}</Alert>}
            {checked.data !== undefined && !checked.isPending && (
              <StatusIndicator type={warnings.length > 0 ? 'warning' : 'success'}>
                {warnings.length > 0 ? 'Saved as a draft. Please look at:' : 'Checked and saved as a draft'}
              </StatusIndicator>
            )}
            {warnings
              // The field says it itself.
              .filter((warning) => !doubts.has(warning))
              .map((warning) => (
                <Box key={warning} padding={{ top: 'xxs' }}>
                  {warning}
                </Box>
              ))}
          </div>
        </SpaceBetween>
      </Container>
      <Container header={<Header variant="h2">On a phone</Header>}>
        <SamplePreview
          from={from}
          samples={checked.data?.samples}
          body={body}
          mediaUrl={mediaUrl === '' ? undefined : mediaUrl}
          caption="Values of contacts are filled in once the text is checked."
        />
      </Container>
    </ColumnLayout>
  );
}
