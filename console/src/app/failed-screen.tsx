import { LoadError } from '../lists/list-states';
import { Screen } from './screen';

interface Props {
  title: string;
  parent?: { text: string; path: string };
  error: Error;
  onRetry: () => void;
}

/** Screen whose main data could not be read: it keeps its heading and the way back. */
export function FailedScreen({ title, parent, error, onRetry }: Props) {
  return (
    <Screen title={title} {...(parent && { parent })}>
      <LoadError error={error} onRetry={onRetry} />
    </Screen>
  );
}
