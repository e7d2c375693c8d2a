import Alert from '@cloudscape-design/components/alert';
import type { Campaign } from '../api/schemas';
import { formatDateTime } from '../format/dates';
import { describePerson } from './describe-person';

interface Props {
  header?: string;
  approval: Campaign['approval'];
  /** Absent while it is loading. */
  decidedBy: Parameters<typeof describePerson>[0] | undefined;
}

/** Reason for which a campaign or automation was sent back, and who sent it back; nothing unless it was. */
export function SentBackAlert({ header = 'Sent back', approval, decidedBy }: Props) {
  if (approval?.status !== 'rejected') return null;
  return (
    <Alert type="warning" header={header}>
      {approval.reason} – {decidedBy ? `${describePerson(decidedBy)}, ` : ''}
      {formatDateTime(approval.at)}
    </Alert>
  );
}
