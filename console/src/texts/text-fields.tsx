import Alert from '@cloudscape-design/components/alert';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { MAX_BODY_CHARACTERS } from '../../../shared/limits';
import { countOf } from '../format/numbers';
import { describeLength } from './describe-length';
import { LengthInfo } from './length-info';
import type { TextKind } from './pieces';
import { lacksDefault, textWithoutValues } from './tag-words';
import { LateTextEditor } from './late-text-editor';

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
  kind: TextKind;
  /** Longest text that the service has made of it for a recipient, if it has. */
  longest?: string | undefined;
  bodyError: string | undefined;
  mediaError: string | undefined;
}

/** Fields of a text and its picture, with the length and the cost. */
export function TextFields(props: Props) {
  const { text, onChange, credits, rows, kind, longest, bodyError, mediaError } = props;
  const { body, mediaUrl } = text;
  const left = MAX_BODY_CHARACTERS - [...body].length;
  const bare = textWithoutValues(body, kind);
  const tooLong = left < 0 ? `The text is ${countOf(-left, 'character')} too long.` : undefined;
  const { words, isShortened } = describeLength([bare.text, ...(longest === undefined ? [] : [longest])]);
  return (
    <SpaceBetween size="l">
      <LateTextEditor
        label="Text"
        info={<LengthInfo credits={credits} />}
        errorText={bodyError ?? tooLong}
        constraintText={
          <>
            {countOf(Math.max(left, 0), 'character')} left ·{' '}
            {mediaUrl === ''
              ? `${words} · ${countOf(credits, 'credit')} for each recipient`
              : 'MMS with a picture'}
            {bare.hasValues && (
              <div>
                Who has none of these values gets: “{bare.text}”.
                {lacksDefault(body, kind) && ' Click a value below to say what stands in its place.'}
              </div>
            )}
          </>
        }
        {...{ body, rows, kind }}
        onChange={(next) => onChange({ body: next })}
        placeholder="Hello, …"
      />
      {isShortened && mediaUrl === '' && (
        <Alert type="info">
          A character outside the basic alphabet (an emoji, a curly quote) shortens each part from 160 to 70
          characters.
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
