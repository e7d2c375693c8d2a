import type { TableAccess } from '../shared/platform/store/table-access';

/** Charging and refunding credits. No function may change anything else of an account. */
export const CREDITS: TableAccess = {
  updateOnly: {
    account: ['smsCredits', 'mmsCredits', 'hasCreditShards', 'creditShardFills', 'creditShardsHoldAtMost'],
  },
  read: ['creditShard'],
  update: ['creditShard'],
};

/** A change of consent: the contact with its log, the counters of its groups, and events. */
export const CONSENT_CHANGE: TableAccess = {
  read: ['account', 'contact'],
  update: ['contact'],
  updateOnly: { account: ['contactCount'] },
  put: ['contact', 'outbox'],
};

/** Counting texts to a country, and telling that they exceed its limit. **Source:** rules E7. */
export const COUNTRY_LIMITS: TableAccess = {
  query: ['account', 'statistics'],
  update: ['quota'],
  put: ['outbox'],
};

/** Sending a message to the provider: its slot, its media file, its outcome, and its time at the contact. */
export const PROVIDER_SEND: TableAccess[] = [
  CREDITS,
  {
    read: ['outage', 'pace', 'media', 'serviceHold'],
    put: ['media', 'outage', 'outbox', 'serviceHold'],
    update: ['idempotency', 'pace', 'quota'],
    updateOnly: {
      // That nothing is left of a number's daily cap.
      account: ['usedUpCap'],
      contact: ['id', 'lastTextedAt'],
    },
    delete: ['idempotency', 'media', 'outage'],
  },
];

/** A single send, from its key to its outcome. */
export const SINGLE_SEND: TableAccess[] = [
  ...PROVIDER_SEND,
  COUNTRY_LIMITS,
  {
    read: ['account', 'contact', 'idempotency', 'job', 'message', 'receipt'],
    put: ['idempotency', 'linkToken', 'message'],
    update: ['message'],
    check: ['contact'],
  },
];

export const JOB_ACCEPTANCE: TableAccess[] = [
  CREDITS,
  {
    read: ['account', 'contact', 'idempotency', 'linkToken', 'outage', 'quota', 'serviceHold'],
    put: ['idempotency', 'job', 'jobList', 'linkToken', 'outbox'],
    update: ['quota'],
    delete: ['idempotency'],
    batchWrite: ['job'],
  },
];
export const JOB_READ: TableAccess = {
  read: ['account', 'job', 'outage', 'serviceHold'],
  query: ['job'],
};
export const JOB_RECIPIENTS: TableAccess = { read: ['click', 'job', 'receipt'], query: ['job'] };
export const JOB_CLICKS: TableAccess = { read: ['job'], query: ['click'] };
export const JOB_CANCEL: TableAccess = {
  read: ['account', 'job', 'outage', 'serviceHold'],
  query: ['job'],
  update: ['job'],
  put: ['outbox'],
};

export const CAMPAIGN_READ: TableAccess = {
  read: ['account', 'campaign', 'campaignRun', 'job', 'outage', 'serviceHold'],
  query: ['campaign', 'campaignRun', 'click', 'job'],
};
export const CAMPAIGN_RECIPIENTS: TableAccess = {
  read: ['campaign', 'campaignRun', 'click', 'job', 'receipt'],
  query: ['job'],
};
/** Access of changes to a campaign, which count an audience that may need an approval. */
export const CAMPAIGN_CHANGE: TableAccess = {
  read: [
    'account',
    'campaign',
    'campaignRun',
    'contact',
    'idempotency',
    'job',
    'outage',
    'segment',
    'serviceHold',
  ],
  query: ['account', 'campaignRun', 'click', 'job'],
  put: ['campaign', 'idempotency', 'outbox'],
  update: ['campaign', 'segment'],
  delete: ['campaign', 'idempotency'],
  listContacts: true,
};

/** Access of submissions of drafts for approval, which make the checks of a launch but count no audience. */
export const CAMPAIGN_SUBMISSION: TableAccess = {
  read: ['account', 'campaign', 'campaignRun', 'contact', 'job', 'outage', 'segment', 'serviceHold'],
  query: ['account', 'campaignRun', 'job'],
  update: ['campaign'],
  listContacts: true,
};
export const AUTOMATION_SUBMISSION: TableAccess = {
  read: ['account', 'automation', 'outage', 'serviceHold'],
  query: ['account'],
  put: ['automation', 'outbox'],
};
