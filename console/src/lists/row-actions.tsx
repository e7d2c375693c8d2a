import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';

export interface RowAction {
  text: string;
  /** Label that includes the row, for a user who hears only the button. */
  label: string;
  onClick: () => void;
}

export function RowActions({ actions }: { actions: RowAction[] }) {
  if (actions.length === 0) return '–';
  return (
    <SpaceBetween direction="horizontal" size="s">
      {actions.map(({ text, label, onClick }) => (
        <Button key={text} variant="inline-link" ariaLabel={label} onClick={onClick}>
          {text}
        </Button>
      ))}
    </SpaceBetween>
  );
}
