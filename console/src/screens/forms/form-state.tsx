import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useGroupOfForm } from './opt-in-forms';

/** Group that people join by a form. Without it the page is not public. */
export function GroupOfForm({ groupId }: { groupId: string }) {
  const name = useGroupOfForm()(groupId);
  if (name !== undefined) return <>{name}</>;
  return <StatusIndicator type="warning">Deleted: the page is not public</StatusIndicator>;
}
