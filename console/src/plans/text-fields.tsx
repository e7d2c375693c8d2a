import Alert from '@cloudscape-design/components/alert';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea, { type TextareaProps } from '@cloudscape-design/components/textarea';
import type { Ref } from 'react';
import { countSegments } from '../../../shared/content/segments';
import { countOf } from '../format/numbers';
import { LengthInfo } from './length-info';
import { textWithoutValues } from './tag-words';

const MAX_CHARACTERS = 640;

interface WrittenText {
  body: string;
  mediaUrl: string;
}

interface Props {
  text: WrittenText;
  onChange: (part: Partial<WrittenText>) => void;
  /** Credits that an SMS costs each recipient. */
  credits: number;
  rows: number;
  textareaRef?: Ref<TextareaProps.Ref>;
  bodyError: string | undefined;
  mediaError: string | undefined;
}

/** Fields of a text and its picture, with the length and the cost. */
export function TextFields({ text, onChange, credits, rows, textareaRef, bodyError, mediaError }: Props) {
  const { body, mediaUrl } = text;
  const { segments, encoding } = countSegments(body);
  const left = MAX_CHARACTERS - [...body].length;
  const bare = textWithoutValues(body);
  const tooLong = left < 0 ? `The text is ${countOf(-left, 'character')} too long.` : undefined;
  return (
    <SpaceBetween size="l">
      <FormField
        label="Text"
        info={<LengthInfo credits={credits} />}
        stretch
        errorText={bodyError ?? tooLong}
        constraintText={
          <>
            {countOf(Math.max(left, 0), 'character')} left ·{' '}
            {mediaUrl === ''
              ? `${countOf(segments, 'SMS segment')} (${encoding}) · ${countOf(credits, 'credit')} for each recipient`
              : 'MMS with a picture'}
            {bare !== undefined && <div>Who has none of these values gets: “{bare}”</div>}
          </>
        }
      >
        <Textarea
          {...(textareaRef !== undefined && { ref: textareaRef })}
          value={body}
          rows={rows}
          onChange={({ detail }) => onChange({ body: detail.value })}
          placeholder="Hello {{contact_first_name}}, …"
        />
      </FormField>
      {encoding === 'UCS-2' && mediaUrl === '' && (
        <Alert type="info">
          A character outside the basic alphabet (an emoji, a curly quote) shortens each segment from 160 to
          70 characters.
        </Alert>
      )}
      <ExpandableSection headerText="Picture or file" defaultExpanded={mediaUrl !== ''}>
        <FormField
          label="Address of a picture"
          description="Public, https. Makes the text an MMS, which costs MMS credits."
          errorText={mediaError}
        >
          <Input
            value={mediaUrl}
            inputMode="url"
            placeholder="https://…"
            onChange={({ detail }) => onChange({ mediaUrl: detail.value.trim() })}
          />
        </FormField>
      </ExpandableSection>
    </SpaceBetween>
  );
}
