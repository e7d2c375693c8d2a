import { formatDateTime } from './dates';
import { formatRelative } from './relative-time';

/** Time by its distance from now, with the exact time for a pointer that rests on it; a dash for none. */
export function When({ at, none = '–' }: { at: string | null | undefined; none?: string }) {
  if (at === undefined || at === null) return none;
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatRelative(at, Date.now())}
    </time>
  );
}
