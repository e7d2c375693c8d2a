const PLAN = {
  name: 'Welcome',
  from: '+12065550100',
  purpose: 'informational',
  trigger: { joined: 'grp_01KJMNEX00B6T1H3W9KQ4ZC8YD' },
  entry: 'once',
  steps: [
    { send: { body: 'Welcome, {{contact_first_name}}!' } },
    { wait: { days: 3, at: '10:00' } },
    { send: { body: 'How do you like it so far?' } },
  ],
};
const NONE = {
  ...{ entered: 0, waiting: 0, completed: 0, exited: 0, failed: 0 },
  ...{ sent: 0, delivered: 0, read: 0, clicked: 0, optedOut: 0 },
};
const DRAFT = {
  id: 'aut_01KJMNEX00E7Q8Y4R2M5T9B3CD',
  status: 'draft',
  version: 1,
  ...PLAN,
  counts: { ...NONE, steps: [NONE, NONE, NONE] },
  createdAt: '2027-02-20T09:00:00.000Z',
  updatedAt: '2027-02-20T09:00:00.000Z',
};

export const AUTOMATION_EXAMPLES = {
  request: { summary: 'A welcome in two texts', value: PLAN },
  patch: { summary: 'Another name', value: { name: 'Welcome of members' } },
  draft: { summary: 'A draft', value: DRAFT },
  running: {
    summary: 'Running',
    value: { ...DRAFT, status: 'running', startedAt: '2027-02-20T10:00:00.000Z' },
  },
  preview: {
    summary: 'People enter when they join the group',
    value: {
      audience: {
        matched: 0,
        sendable: 0,
        blocked: { notOptedIn: 0, hardOptedOut: 0 },
        isComplete: true,
      },
      samples: [
        { step: 0, body: 'Welcome, !' },
        { step: 2, body: 'How do you like it so far?' },
      ],
      warnings: ['The preview counts no people: they enter when they join the group.'],
    },
  },
  forecast: {
    summary: 'A text, in the hours of the contact',
    value: {
      ...{ timeZone: 'America/Chicago', entersAt: '2026-03-01T12:00:00.000Z' },
      steps: [{ step: 0, at: '2026-03-01T15:00:00.000Z', body: 'Welcome, Ada!' }],
      end: { status: 'completed', step: 1, at: '2026-03-01T15:00:00.000Z' },
    },
  },
  people: {
    summary: 'One person on the way',
    value: {
      results: [
        {
          to: '+12125550123',
          status: 'waiting',
          step: 2,
          version: 1,
          enteredAt: '2027-02-20T10:05:00.000Z',
          dueAt: '2027-02-23T15:00:00.000Z',
        },
      ],
    },
  },
};
