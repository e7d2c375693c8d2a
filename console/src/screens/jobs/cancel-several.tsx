import type { Job } from '../../api/schemas';
import { useAccount } from '../../app/session';
import { countOf, formatCount } from '../../format/numbers';
import { BulkDialog } from '../../lists/bulk-dialog';
import { sumOf } from '../../lists/describe-shown';
import { cancelJob } from './cancel-job';
import { labelOfJob } from './job-label';

interface Props {
  jobs: Job[];
  onClose: (left: Job[]) => void;
}

/** Dialog that cancels several broadcasts and batches. */
export function CancelSeveral({ jobs, onClose }: Props) {
  const { api } = useAccount();
  const waiting = sumOf(jobs, ({ counts }) => counts.pending);
  return (
    <BulkDialog
      title={`Cancel ${countOf(jobs.length, 'broadcast or batch', 'broadcasts and batches')}?`}
      action={`Cancel ${formatCount(jobs.length)} of them`}
      items={jobs}
      labelOf={labelOfJob}
      run={(job) => cancelJob(api, job)}
      done={(count) => `${formatCount(count)} cancelled. Who was not sent to yet gets nothing.`}
      changes={['jobs']}
      onClose={onClose}
    >
      {countOf(waiting, 'recipient')} waiting: they get nothing. Texts that were sent stay sent.
    </BulkDialog>
  );
}
