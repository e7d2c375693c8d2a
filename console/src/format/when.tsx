import Popover from '@cloudscape-design/components/popover';
import { formatDateTime } from './dates';
import { formatRelative } from './relative-time';

/** Time by its distance from now, which opens the exact time; a dash for none. */
export function When({ at, none = '–' }: { at: string | null | undefined; none?: string }) {
  if (at === undefined || at === null) return none;
  return (
    <span className="when">
      <Popover
        triggerType="text-inline"
        size="small"
        position="top"
        dismissButton={false}
        renderWithPortal
        content={<time dateTime={at}>{formatDateTime(at)}</time>}
      >
        {formatRelative(at, Date.now())}
      </Popover>
    </span>
  );
}
