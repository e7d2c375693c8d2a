import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { KEY_SCOPES, type KeyScope } from './key-scopes';

interface Props {
  scopes: readonly KeyScope[];
  error: string | undefined;
  onChange: (scopes: KeyScope[]) => void;
}

/** Choice of what a key may do. Nothing is chosen unless the person does. */
export function ScopeChoice({ scopes, error, onChange }: Props) {
  const toggle = (value: KeyScope, isChosen: boolean) =>
    onChange(isChosen ? [...scopes, value] : scopes.filter((scope) => scope !== value));
  return (
    <FormField
      label="What it may do"
      description="It may do what you choose, and nothing else. Choose no more than its program needs."
      errorText={error}
      stretch
    >
      <SpaceBetween size="xs">
        <div role="group" aria-label="What it may do" className="scope-choice">
          {KEY_SCOPES.map(({ value, label, description }) => (
            <Checkbox
              key={value}
              checked={scopes.includes(value)}
              description={description}
              onChange={({ detail }) => toggle(value, detail.checked)}
            >
              {label}
            </Checkbox>
          ))}
        </div>
        <Box>
          <Button
            variant="inline-link"
            formAction="none"
            onClick={() => onChange(KEY_SCOPES.map(({ value }) => value))}
          >
            Choose everything
          </Button>
        </Box>
      </SpaceBetween>
    </FormField>
  );
}
