import { type Job, NO_COUNTS } from '../../../../../shared/sending/jobs/job';

/** Returns a broadcast that has just been accepted. */
export function aJob(fields: Partial<Job> = {}): Job {
  return {
    id: 'brc_01ARZ3NDEKTSV4RRFFQ69G5FAV',
    accountId: 'acc_1',
    kind: 'broadcast',
    from: '+12065550100',
    body: 'Hello',
    mediaUrl: undefined,
    totalRecipients: 300,
    status: 'queued',
    chunkCount: 3,
    chunksDone: 0,
    chunksAtOnce: 3,
    counts: NO_COUNTS,
    chargePerRecipient: { sms: 2, mms: 0 },
    baseCharge: { sms: 0, mms: 0 },
    linkToken: undefined,
    retentionDays: 90,
    createdAt: '2026-03-01T12:00:00.000Z',
    startedAt: undefined,
    completedAt: undefined,
    ...fields,
  };
}
