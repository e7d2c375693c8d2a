import AttributeEditor from '@cloudscape-design/components/attribute-editor';
import Input from '@cloudscape-design/components/input';
import type { UpdateCustomFieldRequest } from '../../api/schemas';
import { fieldError } from '../../app/field-error';

/** Edited option of a field. */
export interface OptionDraft {
  /** Stored name; absent for a new option. */
  before?: string;
  name: string;
}

type OptionChange = NonNullable<UpdateCustomFieldRequest['options']>[number];

/** Returns the changes to save, each with its index in the drafts. */
export function optionChanges(drafts: readonly OptionDraft[]): { change: OptionChange; index: number }[] {
  return drafts.flatMap(({ before, name }, index) => {
    const to = name === before ? name : name.trim();
    if (before === undefined) return [{ change: { to }, index }];
    return to === before ? [] : [{ change: { from: before, to }, index }];
  });
}

interface Props {
  drafts: OptionDraft[];
  error: unknown;
  onChange: (drafts: OptionDraft[]) => void;
}

/** Form for the options of a field: each can be renamed, and new ones are added. */
export function EditOptions({ drafts, error, onChange }: Props) {
  const changes = optionChanges(drafts);
  const errorAt = (index: number) => {
    const sent = changes.findIndex((one) => one.index === index);
    return sent === -1 ? undefined : fieldError(error, `/options/${sent}`);
  };
  return (
    <AttributeEditor
      items={drafts}
      addButtonText="Add value"
      removeButtonText="Remove"
      removeButtonAriaLabel={({ name }) => `Remove ${name}`}
      isItemRemovable={({ before }) => before === undefined}
      onAddButtonClick={() => onChange([...drafts, { name: '' }])}
      onRemoveButtonClick={({ detail }) => onChange(drafts.filter((_, index) => index !== detail.itemIndex))}
      definition={[
        {
          control: ({ before, name }, place) => (
            <Input
              value={name}
              ariaLabel={before === undefined ? 'New value' : `Name of ${before}`}
              onChange={({ detail }) =>
                onChange(
                  drafts.map((draft, index) => (index === place ? { ...draft, name: detail.value } : draft)),
                )
              }
            />
          ),
          errorText: (_, place) => errorAt(place),
        },
      ]}
    />
  );
}
