import Alert from '@cloudscape-design/components/alert';
import { useQuery } from '@tanstack/react-query';
import { RequestError } from '../../api/request-error';
import { unwrap } from '../../api/client';
import { OPEN_NEW } from '../../app/open-new';
import { RouteLink } from '../../app/route-link';
import { useAccount } from '../../app/session';
import { formatDateTime } from '../../format/dates';
import { nameOf } from '../../format/names';

/** Notice above the texts of a phone: why texts are not even tried, and the way to its contact. */
export function PhoneNotice({ phoneNumber }: { phoneNumber: string }) {
  const { id, api, can, path } = useAccount();
  const { data: contact, error } = useQuery({
    queryKey: [id, 'contact', phoneNumber],
    queryFn: () =>
      unwrap(api.GET('/api/v1/contacts/by-phone/{phoneNumber}', { params: { path: { phoneNumber } } })),
  });
  if (error instanceof RequestError && error.status === 404) {
    return (
      <Alert type="info">
        No contact has this number: texts to it are refused, and are not listed here.{' '}
        {can('contacts:write') && (
          <RouteLink to={path(`contacts?${OPEN_NEW}`)}>Add it as a contact</RouteLink>
        )}
      </Alert>
    );
  }
  if (contact === undefined) return null;
  const { optedOutAt, groups } = contact;
  const reason =
    optedOutAt !== undefined
      ? `Opted out on ${formatDateTime(optedOutAt)}: single texts to this contact are refused since then, and are not listed here.`
      : groups.length === 0
        ? 'In no group: single texts to this contact are refused, and are not listed here.'
        : undefined;
  const name = nameOf(contact);
  return (
    <Alert type={reason === undefined ? 'info' : 'warning'}>
      {reason} Contact:{' '}
      <RouteLink to={path(`contacts/${encodeURIComponent(phoneNumber)}`)}>
        {name === '–' ? phoneNumber : name}
      </RouteLink>
    </Alert>
  );
}
