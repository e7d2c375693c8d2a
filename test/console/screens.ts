/** Variable in which the tests' set-up passes the ids of the demo account's data. */
export const DEMO_THINGS = 'TEST_CONSOLE_THINGS';

/** Ids of everything that has a page of its own. */
export interface DemoThings {
  campaignId: string;
  draftId: string;
  segmentId: string;
  importId: string;
  /** Dry run whose report has remarks. */
  trialId: string;
  messageId: string;
  broadcastId: string;
  endpointId: string;
  /** Automation that is running, with people on the way. */
  automationId: string;
  automationDraftId: string;
  formId: string;
}

/** Reads the ids from the set-up. */
export const readThings = (): DemoThings => JSON.parse(process.env[DEMO_THINGS] ?? '{}') as DemoThings;

/** Returns every list, form and page of the console by its address in the account, in the order of the navigation. */
export function allScreens(accountId: string): string[] {
  const things = readThings();
  const campaign = `campaigns/${things.campaignId}`;
  const automation = `automations/${things.automationId}`;
  return [
    'overview',
    'usage',
    'inbox',
    'inbox?show=closed',
    'inbox/%2B12065552001',
    'inbox/saved-replies',
    'campaigns',
    'campaigns/new',
    campaign,
    `${campaign}?tab=recipients`,
    `campaigns/${things.draftId}/edit`,
    'automations',
    'automations/new',
    'automations/new?template=welcome',
    'automations/new?template=win-back',
    automation,
    `${automation}?tab=people`,
    `${automation}?tab=preview`,
    `${automation}?tab=plan`,
    `automations/${things.automationDraftId}?tab=preview`,
    `${automation}/edit`,
    'segments',
    `segments/${things.segmentId}`,
    'links',
    'contacts',
    'contacts?tab=filter',
    'contacts/%2B15005550013',
    'contacts/%2B15005550013?tab=groups',
    'contacts/%2B15005550013?tab=texts',
    'contacts/%2B15005550013?tab=timeline',
    'groups',
    'forms',
    `forms/${things.formId}`,
    'custom-fields',
    'imports',
    'imports/new',
    `imports/${things.importId}`,
    `imports/${things.trialId}`,
    'messages',
    'messages?phone=%2B15005550013',
    `messages/${things.messageId}`,
    'jobs',
    `jobs/broadcast/${things.broadcastId}`,
    'numbers',
    'senders',
    'settings',
    'keys',
    'users',
    'webhooks',
    `webhooks/${things.endpointId}`,
    'audit',
    ...OPERATOR_SCREENS,
    `operator/accounts/${accountId}`,
  ];
}

/** Screens that are about no account, or about all. */
const OPERATOR_SCREENS = [
  'operator',
  'operator/accounts',
  'operator/users',
  'operator/sending',
  'operator/dead-letters',
  'operator/overdue',
  'operator/doctor',
  'operator/registrations',
  'operator/registrations/new',
  'operator/audit',
];

/** Returns the path of a screen below `/console/`. */
export const pathOf = (accountId: string, screen: string): string =>
  screen.startsWith('operator') ? screen : `${accountId}/${screen}`;
