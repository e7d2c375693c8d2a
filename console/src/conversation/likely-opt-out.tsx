import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { unwrap } from '../api/client';
import { useAccount } from '../app/session';
import { useAccountChange } from '../app/use-account-change';
import { describeLikelyOptOut } from './describe-likely-opt-out';

/** Message about a text that is likely an opt-out: jobs and campaigns skip the phone until a user decides. */
export function LikelyOptOut({ phoneNumber, at }: { phoneNumber: string; at: string }) {
  const { header, text } = describeLikelyOptOut(at);
  return (
    <Alert type="warning" header={header} action={<DecideOptOut phoneNumber={phoneNumber} />}>
      {text}
    </Alert>
  );
}

/** Buttons of the decision on a likely opt-out, for a role that may take it. */
export function DecideOptOut({ phoneNumber }: { phoneNumber: string }) {
  const { can } = useAccount();
  const decide = useAccountChange({
    run: (api, verb: 'accept' | 'dismiss') =>
      unwrap(
        api.POST(`/console/api/reviews/{phoneNumber}/${verb}`, {
          params: { path: { phoneNumber } },
          body: {},
        }),
      ),
    done: ({ decision }) =>
      decision === 'accepted' ? 'The contact is opted out.' : 'The contact stays opted in.',
    failed: 'The decision was not taken',
    changes: ['inbox', 'reviews', 'overview', 'awaiting', 'contact', 'contacts'],
  });
  if (!can('contacts:write')) return null;
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <Button onClick={() => decide.mutate('dismiss')}>It is not</Button>
      <Button variant="primary" onClick={() => decide.mutate('accept')}>
        Opt out
      </Button>
    </SpaceBetween>
  );
}
