import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useNavigate } from 'react-router';
import { unwrap, userApi } from '../api/client';
import type { Session } from '../api/schemas';
import { useSession } from '../app/session';
import { sessionQuery } from '../app/session-query';
import { useChange } from '../app/use-change';
import { formatDateTime } from '../format/dates';
import { ROLE_NAMES } from './roles';

/** Invitations of the user, shown above every screen until they are accepted or declined. */
export function ReceivedInvitations() {
  const { invitations } = useSession();
  return (
    <>
      {invitations.map((invitation) => (
        <Received key={invitation.id} invitation={invitation} />
      ))}
    </>
  );
}

function Received({
  invitation: { id, account, role, invitedBy, expiresAt },
}: {
  invitation: Session['invitations'][number];
}) {
  const navigate = useNavigate();
  const answer = useChange({
    run: (verb: 'accept' | 'decline') =>
      unwrap(userApi.POST(`/console/api/session/invitations/{id}/${verb}`, { params: { path: { id } } })),
    failed: 'The invitation was not answered',
    changes: [sessionQuery.queryKey],
    onDone: (_, verb) => verb === 'accept' && void navigate(`/${account.id}/overview`),
  });
  return (
    <Alert
      type="info"
      header={`You are invited to the account “${account.name}”`}
      action={
        <SpaceBetween direction="horizontal" size="xs">
          <Button disabled={answer.isPending} onClick={() => answer.mutate('decline')}>
            Decline
          </Button>
          <Button variant="primary" disabled={answer.isPending} onClick={() => answer.mutate('accept')}>
            Accept
          </Button>
        </SpaceBetween>
      }
    >
      <Box>
        As {ROLE_NAMES[role] ?? role}, by {invitedBy}, until {formatDateTime(expiresAt)}. The account is{' '}
        {account.id}.
      </Box>
    </Alert>
  );
}
