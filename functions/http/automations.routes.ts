import {
  AUTOMATION_ANSWER_SCHEMA,
  AUTOMATION_FORECAST_SCHEMA,
  AUTOMATION_PAGE_SCHEMA,
  AUTOMATION_PERSON_SCHEMA,
  AUTOMATION_PREVIEW_SCHEMA,
} from '../../shared/automations/plan/automation-answer.schema';
import { AUTOMATION_STATUSES } from '../../shared/automations/record/automation';
import {
  AUTOMATION_PATCH_SCHEMA,
  AUTOMATION_SCHEMA,
} from '../../shared/automations/record/automation.schema';
import { PERSON_STATUSES } from '../../shared/automations/record/person';
import { APPROVAL_SCHEMA, REJECTION_SCHEMA } from '../../shared/campaigns/plan/campaign.schema';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { DescribedAnswer, RouteDocumentation } from '../../shared/http/route-documentation';
import { MAX_AUTOMATION_STEPS, MAX_RUN_CHARACTERS } from '../../shared/limits';
import { PAGE_QUERY, pageSchema } from '../../shared/lists/page.schema';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { AUTOMATION_EXAMPLES } from './automation-examples';

export const createAutomation = {
  operationId: 'createAutomation',
  method: 'POST',
  path: '/api/v1/automations',
  handler: 'functions/http/change-automations.ts',
  authentication: 'basic',
  scope: 'campaigns:write',
  bucket: 'campaignWrite',
  summary: 'Create an automation',
} as const satisfies AuthenticatedRoute;

export const listAutomations = {
  operationId: 'listAutomations',
  method: 'GET',
  path: '/api/v1/automations',
  handler: 'functions/http/read-automations.ts',
  authentication: 'basic',
  scope: 'campaigns:read',
  bucket: 'read',
  summary: 'List automations, newest first',
} as const satisfies AuthenticatedRoute;

export const getAutomation = {
  operationId: 'getAutomation',
  method: 'GET',
  path: '/api/v1/automations/{id}',
  handler: 'functions/http/read-automations.ts',
  authentication: 'basic',
  scope: 'campaigns:read',
  bucket: 'read',
  summary: 'Read an automation',
} as const satisfies AuthenticatedRoute;

export const listAutomationPeople = {
  operationId: 'listAutomationPeople',
  method: 'GET',
  path: '/api/v1/automations/{id}/people',
  handler: 'functions/http/read-automations.ts',
  authentication: 'basic',
  scope: 'campaigns:read',
  bucket: 'read',
  summary: 'List the people of an automation',
} as const satisfies AuthenticatedRoute;

export const updateAutomation = {
  operationId: 'updateAutomation',
  method: 'PATCH',
  path: '/api/v1/automations/{id}',
  handler: 'functions/http/change-automations.ts',
  authentication: 'basic',
  scope: 'campaigns:write',
  bucket: 'campaignWrite',
  summary: 'Change an automation',
} as const satisfies AuthenticatedRoute;

export const deleteAutomation = {
  operationId: 'deleteAutomation',
  method: 'DELETE',
  path: '/api/v1/automations/{id}',
  handler: 'functions/http/change-automations.ts',
  authentication: 'basic',
  scope: 'campaigns:write',
  bucket: 'campaignWrite',
  summary: 'Delete a draft of an automation',
} as const satisfies AuthenticatedRoute;

export const previewAutomation = {
  operationId: 'previewAutomation',
  method: 'POST',
  path: '/api/v1/automations/{id}/preview',
  handler: 'functions/http/preview-automation.ts',
  authentication: 'basic',
  scope: 'campaigns:read',
  bucket: 'campaignWrite',
  isAudited: false,
  summary: 'Preview an automation',
} as const satisfies AuthenticatedRoute;

export const forecastAutomation = {
  operationId: 'forecastAutomation',
  method: 'GET',
  path: '/api/v1/automations/{id}/forecast/{phoneNumber}',
  handler: 'functions/http/preview-automation.ts',
  authentication: 'basic',
  scope: 'campaigns:read',
  bucket: 'read',
  summary: 'Forecast the way of one contact through an automation',
} as const satisfies AuthenticatedRoute;

export const startAutomation = {
  operationId: 'startAutomation',
  method: 'POST',
  path: '/api/v1/automations/{id}/start',
  handler: 'functions/http/change-automations.ts',
  authentication: 'basic',
  scope: 'campaigns:launch',
  bucket: 'campaignWrite',
  summary: 'Start an automation',
} as const satisfies AuthenticatedRoute;

export const approveAutomation = {
  operationId: 'approveAutomation',
  method: 'POST',
  path: '/api/v1/automations/{id}/approve',
  handler: 'functions/http/change-automations.ts',
  authentication: 'basic',
  scope: 'campaigns:launch',
  bucket: 'campaignWrite',
  summary: 'Approve an automation',
} as const satisfies AuthenticatedRoute;

export const rejectAutomation = {
  operationId: 'rejectAutomation',
  method: 'POST',
  path: '/api/v1/automations/{id}/reject',
  handler: 'functions/http/change-automations.ts',
  authentication: 'basic',
  scope: 'campaigns:launch',
  bucket: 'stop',
  summary: 'Refuse an automation',
} as const satisfies AuthenticatedRoute;

export const pauseAutomation = {
  operationId: 'pauseAutomation',
  method: 'POST',
  path: '/api/v1/automations/{id}/pause',
  handler: 'functions/http/change-automations.ts',
  authentication: 'basic',
  scope: 'campaigns:launch',
  bucket: 'stop',
  summary: 'Pause an automation',
} as const satisfies AuthenticatedRoute;

export const resumeAutomation = {
  operationId: 'resumeAutomation',
  method: 'POST',
  path: '/api/v1/automations/{id}/resume',
  handler: 'functions/http/change-automations.ts',
  authentication: 'basic',
  scope: 'campaigns:launch',
  bucket: 'campaignWrite',
  summary: 'Resume an automation',
} as const satisfies AuthenticatedRoute;

export const stopAutomation = {
  operationId: 'stopAutomation',
  method: 'POST',
  path: '/api/v1/automations/{id}/stop',
  handler: 'functions/http/change-automations.ts',
  authentication: 'basic',
  scope: 'campaigns:launch',
  bucket: 'stop',
  summary: 'Stop an automation',
} as const satisfies AuthenticatedRoute;

const READ = (): TableAccess[] => [
  { read: ['account', 'automation', 'campaign'], query: ['automation', 'campaignRun'] },
];
const CHANGE = (): TableAccess[] => [
  {
    read: ['account', 'automation', 'campaign', 'job', 'outage', 'serviceHold'],
    query: ['account', 'automation', 'campaignRun', 'job'],
    put: ['automation', 'campaign', 'outbox'],
    update: ['campaign'],
    delete: ['automation'],
    check: ['automation'],
  },
];

const answer = (description: string, example = AUTOMATION_EXAMPLES.draft): DescribedAnswer => ({
  description,
  schema: { Automation: AUTOMATION_ANSWER_SCHEMA },
  examples: { automation: example },
});

export const AUTOMATION_ROUTES = [
  {
    route: createAutomation,
    access: CHANGE,
    documentation: (): RouteDocumentation => ({
      tag: 'Automations',
      description: `A draft. Groups and conditions are checked at once; sender and texts when it is started. An account has at most 100
automations that are not stopped.`,
      request: {
        name: 'automation',
        schema: AUTOMATION_SCHEMA,
        isRequired: true,
        examples: { welcome: AUTOMATION_EXAMPLES.request },
      },
      answers: { 201: { ...answer('The automation.'), headers: ['Location'] } },
      errors: [33003, 33016, 33031, 33100, 33110],
    }),
  },
  {
    route: listAutomations,
    access: READ,
    documentation: (): RouteDocumentation => ({
      tag: 'Automations',
      description: 'Newest first, in pages.',
      query: [
        {
          name: 'status',
          description: 'Only automations in this state.',
          schema: { type: 'string', enum: AUTOMATION_STATUSES },
        },
        ...PAGE_QUERY,
      ],
      answers: {
        200: {
          description: 'A page.',
          schema: { AutomationPage: AUTOMATION_PAGE_SCHEMA, Automation: AUTOMATION_ANSWER_SCHEMA },
          examples: {
            page: {
              summary: 'One automation in all',
              value: { results: [AUTOMATION_EXAMPLES.running.value] },
            },
          },
        },
      },
      errors: [33100],
    }),
  },
  {
    route: getAutomation,
    access: READ,
    documentation: (): RouteDocumentation => ({
      tag: 'Automations',
      description: 'One automation, with how many people are where.',
      answers: { 200: answer('The automation.', AUTOMATION_EXAMPLES.running) },
      errors: [33110],
    }),
  },
  {
    route: listAutomationPeople,
    access: READ,
    documentation: (): RouteDocumentation => ({
      tag: 'Automations',
      description: 'One entry for each way of a person, in no particular order, in pages.',
      query: [
        {
          name: 'status',
          description: 'Only people in this state.',
          schema: { type: 'string', enum: PERSON_STATUSES },
        },
        {
          name: 'run',
          description: 'Only people of this run of a trigger that repeats, by its date and time.',
          schema: { type: 'string', maxLength: MAX_RUN_CHARACTERS, examples: ['2026-12-01T10:00'] },
        },
        {
          name: 'step',
          description: 'Only people who wait for this step, or ended at it; counted from 0.',
          schema: { type: 'integer', minimum: 0, maximum: MAX_AUTOMATION_STEPS - 1 },
        },
        ...PAGE_QUERY,
      ],
      answers: {
        200: {
          description: 'A page.',
          schema: {
            AutomationPersonPage: pageSchema('AutomationPerson', 'People of an automation.'),
            AutomationPerson: AUTOMATION_PERSON_SCHEMA,
          },
          examples: { page: AUTOMATION_EXAMPLES.people },
        },
      },
      errors: [33100, 33110],
    }),
  },
  {
    route: updateAutomation,
    access: CHANGE,
    documentation: (): RouteDocumentation => ({
      tag: 'Automations',
      description: `A JSON Merge Patch (RFC 7396) in which trigger, audience, steps and conditions are replaced as a whole. A started
automation gets a new version: people on their way end on theirs. It takes the scope \`campaigns:launch\` as well. Where the account wants
approvals, the former version goes on until the change is approved; a paused one asks for the approval when it is resumed.`,
      request: {
        name: 'automation-patch',
        schema: AUTOMATION_PATCH_SCHEMA,
        isRequired: false,
        examples: { patch: AUTOMATION_EXAMPLES.patch },
      },
      answers: { 200: answer('The automation after the change.') },
      errors: [33003, 33004, 33009, 33016, 33019, 33031, 33100, 33110, 33111, 33112, 33117],
    }),
  },
  {
    route: deleteAutomation,
    access: CHANGE,
    documentation: (): RouteDocumentation => ({
      tag: 'Automations',
      description: 'Only one that was never started can be deleted.',
      answers: { 204: { description: 'It is deleted.' } },
      errors: [33110, 33111],
    }),
  },
  {
    route: previewAutomation,
    access: (): TableAccess[] => [
      {
        read: ['account', 'automation', 'campaign', 'campaignRun', 'contact', 'job', 'outage', 'serviceHold'],
        query: ['account', 'automation', 'campaignRun'],
        delete: ['rateWindow'],
        listContacts: true,
      },
    ],
    documentation: (): RouteDocumentation => ({
      tag: 'Automations',
      description: `Who would enter now, the texts of the steps for some of them, and what may not be meant so. Sends and charges nothing.
Counting ends after 20 s. An account has one preview at a time.`,
      answers: {
        200: {
          description: 'The preview.',
          schema: { AutomationPreview: AUTOMATION_PREVIEW_SCHEMA },
          examples: { preview: AUTOMATION_EXAMPLES.preview },
        },
      },
      errors: [33110, 33119],
    }),
  },
  {
    route: forecastAutomation,
    access: (): TableAccess[] => [
      {
        read: ['account', 'automation', 'campaign', 'campaignRun', 'contact'],
        query: ['account', 'campaignRun'],
      },
    ],
    documentation: (): RouteDocumentation => ({
      tag: 'Automations',
      description: `As if what begins the automation happened now, by the plan as it is written, started or not, with the contact as it is
now. Sends and changes nothing. \`refusal\`: the contact would not enter. \`until\`: the end of a wait.`,
      answers: {
        200: {
          description: 'The forecast.',
          schema: { AutomationForecast: AUTOMATION_FORECAST_SCHEMA },
          examples: { forecast: AUTOMATION_EXAMPLES.forecast },
        },
      },
      errors: [33003, 33110],
    }),
  },
  {
    route: startAutomation,
    access: CHANGE,
    documentation: (): RouteDocumentation => ({
      tag: 'Automations',
      description: `Checks sender and texts. Where the account wants approvals of large campaigns, it waits for one. One that was
started already is answered as it is.`,
      answers: { 200: answer('The automation.', AUTOMATION_EXAMPLES.running) },
      errors: [33004, 33009, 33016, 33019, 33100, 33110, 33111, 33117],
    }),
  },
  {
    route: approveAutomation,
    access: CHANGE,
    documentation: (): RouteDocumentation => ({
      tag: 'Automations',
      description: 'Refused to API keys, and to who started or changed the automation.',
      request: {
        name: 'approval',
        schema: APPROVAL_SCHEMA,
        isRequired: false,
        examples: { comment: { summary: 'With a comment', value: { comment: 'Checked with the shops.' } } },
      },
      answers: { 200: answer('The automation.', AUTOMATION_EXAMPLES.running) },
      errors: [33004, 33009, 33016, 33019, 33110, 33111, 33112, 33117],
    }),
  },
  {
    route: rejectAutomation,
    access: CHANGE,
    documentation: (): RouteDocumentation => ({
      tag: 'Automations',
      description: 'Makes it a draft again, or lets the version go on that was approved.',
      request: {
        name: 'rejection',
        schema: REJECTION_SCHEMA,
        isRequired: true,
        examples: { reason: { summary: 'With its reason', value: { reason: 'The greeting is missing.' } } },
      },
      answers: { 200: answer('The automation.') },
      errors: [33110, 33111, 33112],
    }),
  },
  {
    route: pauseAutomation,
    access: CHANGE,
    documentation: (): RouteDocumentation => ({
      tag: 'Automations',
      description: 'Nobody goes on, and no text goes out. People still enter, and wait.',
      answers: { 200: answer('The automation.', AUTOMATION_EXAMPLES.running) },
      errors: [33110, 33111],
    }),
  },
  {
    route: resumeAutomation,
    access: CHANGE,
    documentation: (): RouteDocumentation => ({
      tag: 'Automations',
      description:
        'Who was due within the last 24 hours goes on at once, within the hours; the others have `exited`, reason `missed`.',
      answers: { 200: answer('The automation.', AUTOMATION_EXAMPLES.running) },
      errors: [33110, 33111],
    }),
  },
  {
    route: stopAutomation,
    access: CHANGE,
    documentation: (): RouteDocumentation => ({
      tag: 'Automations',
      description:
        'For good: everyone on the way has `exited`, reason `stopped`, and texts that were not handed over are given up.',
      answers: { 200: answer('The automation.', AUTOMATION_EXAMPLES.running) },
      errors: [33110, 33111],
    }),
  },
];
