import { APPROVAL_SCHEMA, REJECTION_SCHEMA } from '../../shared/campaigns/plan/campaign.schema';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { CAMPAIGN_CHANGE } from '../table-access';
import { campaignAnswer } from './campaigns.routes';
import { CAMPAIGN_EXAMPLES } from './examples';

export const launchCampaign = {
  operationId: 'launchCampaign',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/launch',
  handler: 'functions/http/change-campaigns.ts',
  authentication: 'basic',
  scope: 'campaigns:launch',
  bucket: 'campaignWrite',
  summary: 'Launch a campaign',
} as const satisfies AuthenticatedRoute;

export const approveCampaign = {
  operationId: 'approveCampaign',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/approve',
  handler: 'functions/http/change-campaigns.ts',
  authentication: 'basic',
  scope: 'campaigns:launch',
  bucket: 'campaignWrite',
  summary: 'Approve a launch',
} as const satisfies AuthenticatedRoute;

export const rejectCampaign = {
  operationId: 'rejectCampaign',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/reject',
  handler: 'functions/http/change-campaigns.ts',
  authentication: 'basic',
  scope: 'campaigns:launch',
  bucket: 'stop',
  summary: 'Refuse a launch',
} as const satisfies AuthenticatedRoute;

export const pauseCampaign = {
  operationId: 'pauseCampaign',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/pause',
  handler: 'functions/http/change-campaigns.ts',
  authentication: 'basic',
  scope: 'campaigns:launch',
  bucket: 'stop',
  summary: 'Pause a campaign',
} as const satisfies AuthenticatedRoute;

export const resumeCampaign = {
  operationId: 'resumeCampaign',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/resume',
  handler: 'functions/http/change-campaigns.ts',
  authentication: 'basic',
  scope: 'campaigns:launch',
  bucket: 'campaignWrite',
  summary: 'Resume a campaign',
} as const satisfies AuthenticatedRoute;

export const cancelCampaign = {
  operationId: 'cancelCampaign',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/cancel',
  handler: 'functions/http/change-campaigns.ts',
  authentication: 'basic',
  scope: 'campaigns:launch',
  bucket: 'stop',
  summary: 'Cancel a campaign',
} as const satisfies AuthenticatedRoute;

export const retryCampaign = {
  operationId: 'retryCampaign',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/retry',
  handler: 'functions/http/change-campaigns.ts',
  authentication: 'basic',
  scope: 'campaigns:write',
  bucket: 'campaignWrite',
  summary: 'Plan another try',
} as const satisfies AuthenticatedRoute;

export const CAMPAIGN_STEP_ROUTES = [
  {
    route: launchCampaign,
    access: (): TableAccess[] => [CAMPAIGN_CHANGE],
    documentation: (): RouteDocumentation => ({
      tag: 'Campaigns',
      description: `Checks sender, characters, content and times, and schedules the campaign. Where the account wants approvals
of large campaigns, it waits for one. A campaign whose hours open for no recipient before it expires is refused. A campaign that was launched already is answered as it is.`,
      answers: { 202: campaignAnswer('The campaign.', CAMPAIGN_EXAMPLES.scheduled) },
      errors: [33004, 33009, 33016, 33019, 33031, 33100, 33110, 33111, 33117],
    }),
  },
  {
    route: approveCampaign,
    access: (): TableAccess[] => [CAMPAIGN_CHANGE],
    documentation: (): RouteDocumentation => ({
      tag: 'Campaigns',
      description: `Refused to API keys: a user approves, and never the one who launched the campaign, also by an API key that this
user made. The approval covers text, sender, times and audience as they are, and up to 10 % more recipients than there are now. A campaign
for which that is not enough when it begins waits for an approval again, and has \`details\`.`,
      request: {
        name: 'approval',
        schema: APPROVAL_SCHEMA,
        isRequired: false,
        examples: { comment: { summary: 'With a comment', value: { comment: 'Checked with the shops.' } } },
      },
      answers: { 200: campaignAnswer('The campaign.') },
      errors: [33110, 33111, 33112],
    }),
  },
  {
    route: rejectCampaign,
    access: (): TableAccess[] => [CAMPAIGN_CHANGE],
    documentation: (): RouteDocumentation => ({
      tag: 'Campaigns',
      description:
        'Refused to API keys: a user rejects, and never the one who launched the campaign. The campaign is a draft again.',
      request: {
        name: 'rejection',
        schema: REJECTION_SCHEMA,
        isRequired: true,
        examples: {
          reason: { summary: 'With its reason', value: { reason: 'The offer ends on Saturday.' } },
        },
      },
      answers: { 200: campaignAnswer('The campaign.') },
      errors: [33110, 33111, 33112],
    }),
  },
  {
    route: pauseCampaign,
    access: (): TableAccess[] => [CAMPAIGN_CHANGE],
    documentation: (): RouteDocumentation => ({
      tag: 'Campaigns',
      description:
        'No new recipient is handed over after the answer but the send batch that is under way. Pausing twice changes nothing.',
      answers: { 200: campaignAnswer('The campaign.', CAMPAIGN_EXAMPLES.scheduled) },
      errors: [33110, 33111],
    }),
  },
  {
    route: resumeCampaign,
    access: (): TableAccess[] => [CAMPAIGN_CHANGE],
    documentation: (): RouteDocumentation => ({
      tag: 'Campaigns',
      description: 'Goes on where it was paused. Resuming what is not paused changes nothing.',
      answers: { 200: campaignAnswer('The campaign.', CAMPAIGN_EXAMPLES.scheduled) },
      errors: [33110, 33111],
    }),
  },
  {
    route: cancelCampaign,
    access: (): TableAccess[] => [CAMPAIGN_CHANGE],
    documentation: (): RouteDocumentation => ({
      tag: 'Campaigns',
      description:
        'Recipients that have not been handed over are `skipped` with the reason `cancelled`, and their credits are given back. Cancelling twice changes nothing.',
      answers: { 200: campaignAnswer('The campaign.', CAMPAIGN_EXAMPLES.scheduled) },
      errors: [33110, 33111],
    }),
  },
  {
    route: retryCampaign,
    access: (): TableAccess[] => [CAMPAIGN_CHANGE],
    documentation: (): RouteDocumentation => ({
      tag: 'Campaigns',
      description: `Makes a draft for those who ended \`failed\`, without those whose outcome is unknown. The campaign must have
ended.`,
      answers: { 201: { ...campaignAnswer('The draft.'), headers: ['Location'] } },
      errors: [33110, 33111],
    }),
  },
];
