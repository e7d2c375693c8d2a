import Popover from '@cloudscape-design/components/popover';
import { formatDateTime } from './dates';
import { formatRelative } from './relative-time';

/** Time by its distance from now, with the exact time when it is pointed at or opened; a dash for none. */
export function When({ at, none = '–' }: { at: string | null | undefined; none?: string }) {
  if (at === undefined || at === null) return none;
  const exact = formatDateTime(at);
  return (
    <span className="when" title={exact}>
      <Popover
        triggerType="text-inline"
        size="small"
        position="top"
        dismissButton={false}
        renderWithPortal
        content={<time dateTime={at}>{exact}</time>}
      >
        {formatRelative(at, Date.now())}
      </Popover>
    </span>
  );
}
