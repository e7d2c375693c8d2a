import Alert from '@cloudscape-design/components/alert';
import type { Campaign } from '../api/schemas';
import { describeWait } from './describe-hold';

/** Notice on a campaign, broadcast or batch that something keeps its recipients waiting, besides their turn. */
export function WaitNotice({ waitingFor, until }: { waitingFor: Campaign['waitingFor']; until: string }) {
  return (
    <div aria-live="polite">
      {waitingFor !== undefined && (
        <Alert type="info" header="Recipients wait">
          {describeWait(waitingFor, until)}
        </Alert>
      )}
    </div>
  );
}
