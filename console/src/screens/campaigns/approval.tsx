import Alert from '@cloudscape-design/components/alert';
import type { Campaign } from '../../api/schemas';
import { formatDateTime } from '../../format/dates';
import { formatCount } from '../../format/numbers';
import { describePerson } from '../../plans/describe-person';
import { useLaunch } from './use-launch';

/** Message that says why a campaign waits, and for whose approval. */
export function AwaitingApproval({ campaign }: { campaign: Campaign }) {
  const { data: launch } = useLaunch(campaign);
  const header = campaign.details === undefined ? 'Waiting for an approval' : 'Waiting for an approval again';
  return (
    <Alert type={campaign.details === undefined ? 'info' : 'warning'} header={header}>
      {describeWaiting(campaign)}{' '}
      {launch?.mayDecide === true
        ? 'Look at the plan and the text, then approve or reject it above.'
        : 'A sender or administrator approves or rejects it, and not the one who launched it.'}
    </Alert>
  );
}

function describeWaiting({ details }: Campaign): string {
  switch (details?.reason) {
    case undefined:
      return 'Its audience is larger than this account sends to without a second person.';
    case 'audience_grew':
      return (
        `When it was about to begin, ${formatCount(details?.now ?? 0)} people would have got it: more than the ` +
        `${formatCount(details?.approved ?? 0)} that were approved or need no approval. Nothing was sent.`
      );
    case 'launcher_lost_right':
      return 'When it was about to begin, who launched it was not allowed to launch any more. Nothing was sent.';
    case 'plan_changed':
      return 'When it was about to begin, it was not what had been approved. Nothing was sent.';
  }
}

/** Decision on a draft that was launched before. */
export function Rejected({ campaign }: { campaign: Campaign }) {
  const { data: launch } = useLaunch(campaign);
  const { approval } = campaign;
  if (approval?.status !== 'rejected') return null;
  return (
    <Alert type="warning" header="Rejected">
      {approval.reason} – {launch?.decidedBy ? `${describePerson(launch.decidedBy)}, ` : ''}
      {formatDateTime(approval.at)}
    </Alert>
  );
}
