import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Multiselect from '@cloudscape-design/components/multiselect';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import {
  choicesOf,
  type FieldValue,
} from '../../../../../shared/platform/provider/eum/registrations/check-field';
import { formatCount } from '../../../format/numbers';
import { Advice } from './advice';
import type { ShownField } from './draft-values';

/** Longest text that fits in one line. */
const LINE_CHARACTERS = 100;

interface Props {
  field: ShownField;
  isEntered: boolean;
  onEnter: (value: FieldValue) => void;
  onTakeBack: () => void;
}

/** Field of a draft: its value, the origin of it, and what is wrong with it. */
export function DraftFieldEditor({ field, isEntered, onEnter, onTakeBack }: Props) {
  const { title, isRequired, state, advice, own, definition } = field;
  const said = advice !== undefined && <Advice text={advice} />;
  return (
    <FormField
      label={
        <>
          {title}
          {!isRequired && <i> – optional</i>}
        </>
      }
      description={originOf({ field, isEntered })}
      constraintText={<Constraint {...field} />}
      stretch
      {...((state === 'missing' || state === 'invalid') && { errorText: said })}
      {...(state === 'doubtful' && { warningText: said })}
    >
      <SpaceBetween size="xxs">
        <ValueEditor {...{ definition, isRequired, onEnter }} value={field.value ?? ''} />
        {isEntered && own !== undefined && (
          <Button variant="inline-link" ariaLabel={`Take the account’s value: ${title}`} onClick={onTakeBack}>
            Take the account’s value
          </Button>
        )}
      </SpaceBetween>
    </FormField>
  );
}

function originOf({ field, isEntered }: Pick<Props, 'field' | 'isEntered'>): string {
  if (isEntered) return field.value === undefined ? 'Left out' : 'Entered here';
  return field.from === undefined ? 'Not known to the account' : `From ${field.from}`;
}

function Constraint({ path, value, definition: { type, maxLength, maxChoices = 1 } }: ShownField) {
  const length = choicesOf(value ?? '').join('').length;
  const limit =
    type === 'TEXT' && maxLength !== undefined
      ? `${formatCount(length)} of ${formatCount(maxLength)} characters. `
      : '';
  return (
    <>
      {limit}
      {type === 'SELECT' && maxChoices > 1 && `Up to ${formatCount(maxChoices)}. `}
      {type === 'ATTACHMENT' && 'The command reads the file when the draft is submitted. '}
      <Box variant="code" fontSize="body-s" display="inline" color="inherit">
        {path}
      </Box>
    </>
  );
}

interface EditorProps {
  definition: ShownField['definition'];
  isRequired: boolean;
  value: FieldValue;
  onEnter: (value: FieldValue) => void;
}

function ValueEditor({ definition, isRequired, value, onEnter }: EditorProps) {
  const { type, maxLength = 0 } = definition;
  if (type === 'SELECT') return <ChoicesEditor {...{ definition, isRequired, value, onEnter }} />;
  const text = choicesOf(value).join(', ');
  return type === 'TEXT' && maxLength > LINE_CHARACTERS ? (
    <Textarea rows={3} value={text} onChange={({ detail }) => onEnter(detail.value)} />
  ) : (
    <Input
      value={text}
      {...(type === 'ATTACHMENT' && { placeholder: 'Path of a picture, such as opt-in.png' })}
      onChange={({ detail }) => onEnter(detail.value)}
    />
  );
}

const NONE = { value: '', label: 'None' };

function ChoicesEditor({ definition, isRequired, value, onEnter }: EditorProps) {
  const { options = [], maxChoices = 1 } = definition;
  const chosen = choicesOf(value).filter((one) => one !== '');
  // A value that AWS no longer takes is shown all the same.
  const offered = [...new Set([...options, ...chosen])].map((one) => ({ value: one, label: one }));
  return maxChoices > 1 ? (
    <Multiselect
      selectedOptions={offered.filter((option) => chosen.includes(option.value))}
      options={offered}
      placeholder={isRequired ? 'Choose' : 'None'}
      expandToViewport
      onChange={({ detail }) => onEnter(detail.selectedOptions.map((option) => option.value ?? ''))}
    />
  ) : (
    <Select
      selectedOption={offered.find((option) => option.value === chosen[0]) ?? (isRequired ? null : NONE)}
      placeholder="Choose one"
      options={[NONE, ...offered]}
      expandToViewport
      onChange={({ detail }) => onEnter([detail.selectedOption.value ?? ''])}
    />
  );
}
