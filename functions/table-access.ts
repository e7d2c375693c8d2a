import type { TableAccess } from '../shared/platform/store/table-access';

/** Taking and giving back credits. Nothing else of an account is any function's to change. */
export const CREDITS: TableAccess = { updateOnly: { account: ['smsCredits', 'mmsCredits'] } };

/** A change of consent: the contact with its log, the counters of its groups, and events. */
export const CONSENT_CHANGE: TableAccess = {
  read: ['account', 'contact'],
  update: ['contact'],
  updateOnly: { account: ['contactCount'] },
  put: ['contact', 'outbox'],
};

/** Handing a message to the provider: its slot, its media file, and what became of it. */
export const HAND_OVER: TableAccess[] = [
  CREDITS,
  {
    read: ['pace', 'media'],
    put: ['media', 'outbox'],
    update: ['idempotency', 'pace'],
    delete: ['idempotency', 'media'],
  },
];

export const JOB_ACCEPTANCE: TableAccess[] = [
  CREDITS,
  {
    read: ['account', 'contact', 'idempotency', 'linkToken', 'quota'],
    put: ['idempotency', 'job', 'jobList', 'linkToken', 'outbox'],
    update: ['quota'],
    delete: ['idempotency'],
    batchWrite: ['job'],
  },
];
export const JOB_READ: TableAccess = { read: ['job'], query: ['job'] };
export const JOB_RECIPIENTS: TableAccess = { read: ['job', 'receipt'], query: ['job'] };
export const JOB_CANCEL: TableAccess = { read: ['job'], query: ['job'], update: ['job'], put: ['outbox'] };
