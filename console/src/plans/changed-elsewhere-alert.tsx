import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';

interface Props {
  /** Name of the changed thing, such as “draft”. */
  what: string;
  onLoadTheirs: () => void;
  onSaveMine: () => void;
}

/** Choice between the user's changes and those of someone else, who saved first. */
export function ChangedElsewhereAlert({ what, onLoadTheirs, onSaveMine }: Props) {
  return (
    <Alert
      type="warning"
      header={`Another user or tab changed this ${what}`}
      action={
        <SpaceBetween direction="horizontal" size="xs">
          <Button onClick={onLoadTheirs}>Load theirs</Button>
          <Button onClick={onSaveMine}>Save mine over it</Button>
        </SpaceBetween>
      }
    >
      It was saved elsewhere since you opened it, perhaps by you in another tab. Your changes are not saved
      yet.
    </Alert>
  );
}
