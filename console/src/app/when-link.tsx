import { formatDateTime } from '../format/dates';
import { formatRelative } from '../format/relative-time';
import { RouteLink } from './route-link';

/** Link whose text is a time by its distance from now, with the exact time when it is pointed at and for screen readers. */
export function WhenLink({ at, to }: { at: string; to: string }) {
  const [exact, relative] = [formatDateTime(at), formatRelative(at, Date.now())];
  return (
    <span title={exact}>
      <RouteLink to={to} ariaLabel={`${relative}, ${exact}`}>
        {relative}
      </RouteLink>
    </span>
  );
}
