import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { TextareaProps } from '@cloudscape-design/components/textarea';
import { useRef } from 'react';
import { describeError } from '../../../api/request-error';
import { fieldError } from '../../../app/field-error';
import { InsertValue } from '../../../plans/insert-value';
import { TextFields } from '../../../plans/text-fields';
import { SamplePreview } from '../sample-preview';
import type { StepProps } from './composer';
import { isTextMissing } from './missing';
import { useCheckedText } from './use-checked-text';

/** Credits of each SMS: the message and the carrier lookup. */
const SMS_CREDITS = 2;

/** Step for the text, with its length and cost, the findings of the service, and a preview. */
export function TextStep({ draft, change, save, saved, showsMissing, error }: StepProps) {
  const { body, mediaUrl, from } = draft;
  const textarea = useRef<TextareaProps.Ref>(null);
  const checked = useCheckedText({ draft, save, saved });
  const missing =
    showsMissing && isTextMissing(draft) ? 'Write the text, or give the address of a picture.' : undefined;

  return (
    <ColumnLayout columns={2}>
      <Container
        header={
          <Header
            variant="h2"
            actions={
              <InsertValue
                onInsert={(tag) => {
                  change({ body: body + tag });
                  textarea.current?.focus();
                }}
              />
            }
          >
            Text
          </Header>
        }
      >
        <SpaceBetween size="l">
          <TextFields
            text={draft}
            onChange={change}
            credits={SMS_CREDITS}
            rows={7}
            textareaRef={textarea}
            bodyError={missing ?? fieldError(error, '/body')}
            mediaError={fieldError(error, '/mediaUrl')}
          />
          <div aria-live="polite">
            {checked.isPending && <StatusIndicator type="loading">Checking the text</StatusIndicator>}
            {checked.error !== null && <Alert type="error">{describeError(checked.error)}</Alert>}
            {checked.data !== undefined && !checked.isPending && (
              <StatusIndicator type={checked.data.warnings.length > 0 ? 'warning' : 'success'}>
                {checked.data.warnings.length > 0
                  ? 'Saved as a draft. Please look at:'
                  : 'Checked and saved as a draft'}
              </StatusIndicator>
            )}
            {(checked.data?.warnings ?? []).map((warning) => (
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
