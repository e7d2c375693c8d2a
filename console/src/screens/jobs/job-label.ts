import type { Job } from '../../api/schemas';
import { formatDateTime } from '../../format/dates';

/** Names a broadcast or batch by its kind and time. */
export const labelOfJob = ({ kind, createdAt }: Pick<Job, 'kind' | 'createdAt'>): string =>
  `${kind === 'broadcast' ? 'Broadcast' : 'Batch'} of ${formatDateTime(createdAt)}`;
