import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Textarea, { type TextareaProps } from '@cloudscape-design/components/textarea';
import { useRef } from 'react';
import { countSegments } from '../../../../../shared/content/segments';
import { useCustomFields } from '../../../api/account-lists';
import { describeError } from '../../../api/request-error';
import { fieldError } from '../../../app/field-error';
import { countOf } from '../../../format/numbers';
import { SamplePreview } from '../sample-preview';
import type { StepProps } from './composer';
import { mergeTagMenu } from './merge-tag-menu';
import { isTextMissing } from './missing';
import { useCheckedText } from './use-checked-text';

const MAX_CHARACTERS = 640;
/** Credits of each SMS: the message and the carrier lookup. */
const SMS_CREDITS = 2;

/** Step for the text, with its length and cost, the findings of the service, and a preview. */
export function TextStep({ draft, change, save, saved, showsMissing, error }: StepProps) {
  const { body, mediaUrl, from } = draft;
  const textarea = useRef<TextareaProps.Ref>(null);
  const { data: customFields = [] } = useCustomFields();
  const checked = useCheckedText({ draft, save, saved });

  const { segments, encoding } = countSegments(body);
  const left = MAX_CHARACTERS - [...body].length;
  const missing =
    showsMissing && isTextMissing(draft) ? 'Write the text, or give the address of a picture.' : undefined;
  const tooLong = left < 0 ? `The text is ${countOf(-left, 'character')} too long.` : undefined;

  return (
    <ColumnLayout columns={2}>
      <Container
        header={
          <Header
            variant="h2"
            actions={
              <ButtonDropdown
                items={mergeTagMenu(customFields)}
                expandableGroups
                onItemClick={({ detail }) => {
                  change({ body: body + `{{${detail.id}}}` });
                  textarea.current?.focus();
                }}
              >
                Insert a value
              </ButtonDropdown>
            }
          >
            Text
          </Header>
        }
      >
        <SpaceBetween size="l">
          <FormField
            label="Text"
            stretch
            errorText={missing ?? tooLong ?? fieldError(error, '/body')}
            constraintText={
              <>
                {countOf(Math.max(left, 0), 'character')} left ·{' '}
                {mediaUrl === ''
                  ? `${countOf(segments, 'SMS segment')} (${encoding}) · ${SMS_CREDITS} credits for each recipient`
                  : 'MMS with a picture'}
              </>
            }
          >
            <Textarea
              ref={textarea}
              value={body}
              rows={7}
              onChange={({ detail }) => change({ body: detail.value })}
              placeholder="Hello {{contact_first_name}}, …"
            />
          </FormField>
          {encoding === 'UCS-2' && mediaUrl === '' && (
            <Alert type="info">
              A character outside the basic alphabet (an emoji, a curly quote) shortens each segment from 160
              to 70 characters.
            </Alert>
          )}
          <ExpandableSection headerText="Picture or file" defaultExpanded={mediaUrl !== ''}>
            <FormField
              label="Address of a picture"
              description="Public, https. Makes the text an MMS, which costs MMS credits."
              errorText={fieldError(error, '/mediaUrl')}
            >
              <Input
                value={mediaUrl}
                inputMode="url"
                placeholder="https://…"
                onChange={({ detail }) => change({ mediaUrl: detail.value.trim() })}
              />
            </FormField>
          </ExpandableSection>
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
