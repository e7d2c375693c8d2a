import { declare } from './declare';
import { PERSON } from './campaigns.routes';
import { COUNT, FLAG, listOf, oneOf, record, TEXT, TIME } from './schemas';

const COUNTS = record({
  ...{ entered: COUNT, waiting: COUNT, completed: COUNT, exited: COUNT, failed: COUNT },
  ...{ sent: COUNT, delivered: COUNT, read: COUNT, clicked: COUNT, optedOut: COUNT },
});
const NO_COUNTS = {
  ...{ entered: 0, waiting: 0, completed: 0, exited: 0, failed: 0 },
  ...{ sent: 0, delivered: 0, read: 0, clicked: 0, optedOut: 0 },
};
const PLAN = record(
  {
    ...{ name: TEXT, from: TEXT, purpose: oneOf(['marketing', 'informational', 'emergency']) },
    trigger: { $ref: '#/components/schemas/AutomationTrigger' },
    entry: { $ref: '#/components/schemas/AutomationEntry' },
    steps: listOf({ $ref: '#/components/schemas/AutomationStep' }),
  },
  {
    audience: { $ref: '#/components/schemas/CampaignAudience' },
    exit: { $ref: '#/components/schemas/Condition' },
    sendingHours: { $ref: '#/components/schemas/SendingHours' },
  },
);

export const getAutomationStart = declare({
  operationId: 'getAutomationStart',
  method: 'GET',
  path: 'automations/{id}/start',
  scope: 'campaigns:read',
  summary: 'Who started or changed an automation and decided on it, and whether the reader may decide',
  description:
    '`mayDecide`: the automation waits for an approval, and the reader has the right and did not start or change it. `mayNote`: the reader did, and may write a note to who decides.',
  access: { read: ['automation'] },
  answer: {
    name: 'AutomationStart',
    schema: record(
      { mayDecide: FLAG, mayNote: FLAG },
      { note: TEXT, startedAt: TIME, startedBy: PERSON, decidedBy: PERSON },
    ),
    example: {
      mayDecide: true,
      mayNote: false,
      startedAt: '2026-03-01T12:00:00.000Z',
      startedBy: { kind: 'user', id: 'usr_01KJMNEX00D4VQ6N2M8XJ1PZRS', name: 'Ada' },
    },
  },
  errors: [33110],
});

export const listAutomationVersions = declare({
  operationId: 'listAutomationVersions',
  method: 'GET',
  path: 'automations/{id}/versions',
  scope: 'campaigns:read',
  summary:
    'List the versions of an automation that people entered, newest first, with the counts of each step',
  description:
    '`isActive`: people enter this version. `leftBy`: how many left or failed at the step, by reason. Empty before the first start.',
  access: { read: ['automation', 'campaign'], query: ['automation', 'campaignRun'] },
  answer: {
    name: 'AutomationVersions',
    schema: record({
      results: listOf(
        record({
          ...{ version: COUNT, isActive: FLAG, plan: PLAN, counts: COUNTS },
          steps: listOf(record({ counts: COUNTS, leftBy: { type: 'object', additionalProperties: COUNT } })),
        }),
      ),
    }),
    example: {
      results: [
        {
          ...{ version: 1, isActive: true },
          plan: {
            ...{ name: 'Welcome', from: '+12065550100', purpose: 'informational', entry: 'once' },
            trigger: { joined: 'grp_01KJMNEX00B6T1H3W9KQ4ZC8YD' },
            steps: [{ send: { body: 'Welcome, {{contact_first_name}}!' } }],
          },
          counts: { ...NO_COUNTS, entered: 1, exited: 1 },
          steps: [{ counts: { ...NO_COUNTS, entered: 1, exited: 1 }, leftBy: { opted_out: 1 } }],
        },
      ],
    },
  },
  errors: [33110],
});

export const AUTOMATION_ROUTES = [getAutomationStart, listAutomationVersions];
