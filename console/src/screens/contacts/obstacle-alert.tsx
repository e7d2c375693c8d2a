import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { useSettings } from '../../api/account-lists';
import { unwrap } from '../../api/client';
import type { Contact } from '../../api/schemas';
import { useAccount } from '../../app/session';
import { useAccountChange } from '../../app/use-account-change';
import { DecideOptOut } from '../../conversation/likely-opt-out';
import { nameWithNumber } from '../../format/names';
import { type Obstacle, obstaclesOf } from './obstacles';

interface Props {
  contact: Contact;
  /** Opens the form that adds the contact to a group. */
  onAddToGroup: () => void;
}

/** Notice why texts do not reach a contact, with the next step; nothing when all do. */
export function ObstacleAlert({ contact, onAddToGroup }: Props) {
  const { obstacles, likelyText } = useObstacles(contact);
  const [first, ...others] = obstacles;
  if (first === undefined) return null;
  return (
    <Alert
      type={first.kind === 'noGroup' || first.kind === 'closedHours' ? 'info' : 'warning'}
      header={first.header}
      action={<NextStep kind={first.kind} {...{ contact, likelyText, onAddToGroup }} />}
    >
      {first.text}
      {others.map(({ kind, header, text }) => (
        <Box key={kind} padding={{ top: 'xs' }} color="inherit">
          <strong>{header}.</strong> {text}
        </Box>
      ))}
    </Alert>
  );
}

function useObstacles(contact: Contact): { obstacles: Obstacle[]; likelyText: string | undefined } {
  const { id, api } = useAccount();
  const { phoneNumber } = contact;
  const { data: settings } = useSettings();
  const reviews = useQuery({
    queryKey: [id, 'reviews'],
    queryFn: () => unwrap(api.GET('/console/api/reviews')),
  });
  const consent = useQuery({
    queryKey: [id, `contacts/${encodeURIComponent(phoneNumber)}/consent`],
    queryFn: () =>
      unwrap(api.GET('/console/api/contacts/{phoneNumber}/consent', { params: { path: { phoneNumber } } })),
    enabled: contact.optedOutAt !== undefined,
  });
  const likely = reviews.data?.results.find((review) => review.phoneNumber === phoneNumber);
  const obstacles = obstaclesOf({
    contact,
    optOutReason: consent.data?.results.findLast(({ action }) => action === 'HARD_OPT_OUT')?.reason,
    likelyOptOutAt: likely?.at,
    settings,
    nowMs: Date.now(),
  });
  return { obstacles, likelyText: likely?.text };
}

interface StepProps extends Props {
  kind: Obstacle['kind'];
  /** Text that is likely an opt-out. */
  likelyText: string | undefined;
}

function NextStep({ kind, contact, likelyText, onAddToGroup }: StepProps) {
  const { can } = useAccount();
  const { phoneNumber } = contact;
  const putBack = useAccountChange({
    run: (api) =>
      unwrap(
        api.POST('/api/v1/contacts/by-phone/{phoneNumber}/put-back', { params: { path: { phoneNumber } } }),
      ),
    done: 'The number is put back. Campaigns take it again.',
    failed: 'The number was not put back',
    changes: ['contact', 'contacts'],
  });
  if (!can('contacts:write')) return null;
  switch (kind) {
    case 'noGroup':
    case 'notConfirmed':
      return <Button onClick={onAddToGroup}>Add to a group</Button>;
    case 'likelyOptOut':
      return <DecideOptOut phoneNumber={phoneNumber} name={nameWithNumber(contact)} text={likelyText} />;
    case 'setAside':
      return (
        <Button loading={putBack.isPending} onClick={() => putBack.mutate(undefined)}>
          Put back
        </Button>
      );
    case 'optedOut':
    case 'closedHours':
      return null;
  }
}
