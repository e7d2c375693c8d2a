import ButtonDropdown, { type ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown';
import { useSettings } from '../../../api/account-lists';
import { isKeyOf } from '../../../app/chosen-of';
import type { StepKind } from './draft';

export const STEP_KINDS: Record<StepKind, { title: string; description: string }> = {
  send: { title: 'Send a text', description: 'Within the hours, and only while the person is opted in' },
  wait: { title: 'Wait', description: 'Some time, or until a time of day' },
  stopUnless: { title: 'Go on only if', description: 'Who does not meet a condition leaves' },
  join: { title: 'Join a group', description: 'Without a question' },
  leave: { title: 'Leave a group', description: 'Without a text' },
};

/** Kinds of steps as items of a menu; the account may not have all of them. */
function useKinds(): (prefix?: string) => ButtonDropdownProps.Item[] {
  const { data: settings } = useSettings();
  return (prefix = '') =>
    Object.entries(STEP_KINDS).map(([kind, { title, description }]) => ({
      ...{ id: prefix + kind, text: title },
      // A menu with two groups would be longer than a window.
      ...(prefix === '' && { secondaryText: description }),
      ...(kind === 'join' &&
        settings?.silentOptIn === false && {
          disabled: true,
          disabledReason: 'Only in accounts that may add contacts to groups without a text.',
        }),
    }));
}

/** Menu that adds a step at the end. */
export function AddStep({ isFull, onAdd }: { isFull: boolean; onAdd: (kind: StepKind) => void }) {
  const kinds = useKinds();
  return (
    <ButtonDropdown
      data-part="add"
      items={kinds()}
      disabled={isFull}
      expandToViewport
      onItemClick={({ detail }) => {
        if (isKeyOf(STEP_KINDS, detail.id)) onAdd(detail.id);
      }}
    >
      Add a step
    </ButtonDropdown>
  );
}

const BEFORE = 'before ';
const AFTER = 'after ';

interface InsertProps {
  /** Number of the step beside which another one is inserted. */
  number: number;
  isFull: boolean;
  /** @param by 0 for a place before the step, 1 for one after it */
  onInsert: (kind: StepKind, by: 0 | 1) => void;
}

/** Menu that inserts a step before or after another one. */
export function InsertStep({ number, isFull, onInsert }: InsertProps) {
  const kinds = useKinds();
  return (
    <ButtonDropdown
      variant="icon"
      iconName="add-plus"
      ariaLabel={`Insert a step before or after step ${number}`}
      items={[
        { text: `Before step ${number}`, items: kinds(BEFORE) },
        { text: `After step ${number}`, items: kinds(AFTER) },
      ]}
      disabled={isFull}
      expandToViewport
      onItemClick={({ detail: { id } }) => {
        const isBefore = id.startsWith(BEFORE);
        const kind = id.slice(isBefore ? BEFORE.length : AFTER.length);
        if (isKeyOf(STEP_KINDS, kind)) onInsert(kind, isBefore ? 0 : 1);
      }}
    />
  );
}
