import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { unwrap } from '../../api/client';
import type { Conversation } from '../../api/schemas';
import { useAccount } from '../../app/session';
import { useAccountChange } from '../../app/use-account-change';
import { formatDateTime } from '../../format/dates';

/** Message about a text that is likely an opt-out: jobs and campaigns skip the phone until a user decides. */
export function LikelyOptOut({ conversation }: { conversation: Conversation }) {
  const { can } = useAccount();
  const decide = useAccountChange({
    run: (api, verb: 'accept' | 'dismiss') =>
      unwrap(
        api.POST(`/console/api/reviews/{phoneNumber}/${verb}`, {
          params: { path: { phoneNumber: conversation.phoneNumber } },
          body: {},
        }),
      ),
    done: ({ decision }) =>
      decision === 'accepted' ? 'The contact is opted out.' : 'The contact stays opted in.',
    failed: 'The decision was not taken',
    changes: ['inbox', 'reviews', 'overview'],
  });
  return (
    <Alert
      type="warning"
      header="This sounds like an opt-out"
      action={
        can('contacts:write') && (
          <SpaceBetween direction="horizontal" size="xs">
            <Button onClick={() => decide.mutate('dismiss')}>It is not</Button>
            <Button variant="primary" onClick={() => decide.mutate('accept')}>
              Opt out
            </Button>
          </SpaceBetween>
        )
      }
    >
      The text of {formatDateTime(conversation.likelyOptOut?.at)} is no STOP, but may mean one. Until you
      decide, broadcasts, batches and campaigns leave the contact out, but emergency campaigns and single
      texts still go out to it.
    </Alert>
  );
}
