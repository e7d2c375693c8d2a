import { words } from './describe-change';

/** Changes by which the log of an account is filtered: a label, and the operations and commands that make it. */
const ACCOUNT_ACTIONS: readonly { group: string; actions: readonly (readonly string[])[] }[] = [
  {
    group: 'API keys',
    actions: [
      ['createKey', 'key create'],
      ['rotateKey', 'key rotate'],
      ['revokeKey', 'key revoke'],
    ],
  },
  {
    group: 'Users',
    actions: [
      [
        'inviteUser',
        'user invite',
        'acceptInvitation',
        'declineInvitation',
        'withdrawInvitation',
        'user withdraw',
      ],
      ['updateUser', 'user role'],
      ['removeUser', 'removeOperatorUser', 'user remove'],
      ['signOutUser', 'user sign-out'],
    ],
  },
  {
    group: 'Settings and numbers',
    actions: [
      ['updateSettings', 'updateOperatorSettings', 'account set'],
      ['updateNumber', 'number set'],
      [
        'addAccountNumber',
        'removeAccountNumber',
        'moveAccountNumber',
        'number add',
        'number remove',
        'number move',
      ],
      ['createSender', 'updateSender', 'deleteSender', 'sender create', 'sender set', 'sender delete'],
      ['pauseSending', 'resumeSending', 'pauseNumber', 'resumeNumber', 'sending pause', 'sending resume'],
      ['addAccountCredits', 'credits add'],
    ],
  },
  {
    group: 'Campaigns and automations',
    actions: [
      [
        'createCampaign',
        'updateCampaign',
        'deleteCampaign',
        'retryCampaign',
        'campaign create',
        'campaign retry',
      ],
      ['launchCampaign', 'campaign launch'],
      ['approveCampaign', 'campaign approve'],
      ['rejectCampaign', 'campaign reject', 'awaitApproval'],
      [
        'pauseCampaign',
        'resumeCampaign',
        'cancelCampaign',
        'campaign pause',
        'campaign resume',
        'campaign cancel',
      ],
      ['createAutomation', 'updateAutomation', 'deleteAutomation', 'startAutomation', 'stopAutomation'],
      ['approveAutomation', 'rejectAutomation', 'automation approve', 'automation reject'],
    ],
  },
  {
    group: 'Contacts',
    actions: [
      ['createContact', 'updateContact'],
      ['addMembership', 'removeMembership', 'tagMembership', 'contact tag'],
      ['optOutContact', 'contact opt-out', 'optInContact', 'contact opt-in'],
      ['eraseContact', 'contact erase'],
      ['createImport', 'startImport', 'cancelImport', 'contact import'],
      [
        'createContactExport',
        'contact export',
        'createBroadcastExport',
        'createBatchExport',
        'createCampaignExport',
      ],
      [
        'createGroup',
        'updateGroup',
        'deleteGroup',
        'addGroupTag',
        'removeGroupTag',
        'group create',
        'group set',
        'group delete',
      ],
      [
        'createCustomField',
        'updateCustomField',
        'deleteCustomField',
        'field create',
        'field rename',
        'field set',
        'field delete',
      ],
    ],
  },
  {
    group: 'Webhooks, forms and links',
    actions: [
      ['addWebhook', 'updateWebhook', 'removeWebhook', 'webhook add', 'webhook remove'],
      ['enableWebhook', 'disableWebhook', 'webhook enable', 'webhook disable'],
      ['rotateWebhookSecret', 'webhook rotate'],
      ['createForm', 'updateForm', 'deleteForm', 'form create', 'form set', 'form delete'],
      ['addLink', 'removeLink', 'link add', 'link remove'],
      ['setKeyword', 'deleteKeyword', 'keyword set', 'keyword delete'],
    ],
  },
];

/** Labels of choices that stand for several operations; the others are those of their first one. */
const LABELS: Readonly<Record<string, string>> = {
  inviteUser: 'Invitations',
  updateUser: 'Roles',
  updateSettings: 'Settings',
  updateNumber: 'Changes of numbers',
  addAccountNumber: 'Numbers given and taken',
  createSender: 'Senders',
  pauseSending: 'Pauses of sending',
  addAccountCredits: 'Credits',
  createCampaign: 'Campaigns planned',
  launchCampaign: 'Campaigns launched',
  approveCampaign: 'Campaigns approved',
  rejectCampaign: 'Campaigns rejected or put back',
  pauseCampaign: 'Campaigns paused, resumed, cancelled',
  createAutomation: 'Automations',
  approveAutomation: 'Approvals of automations',
  createContact: 'Contacts created and changed',
  addMembership: 'Memberships',
  optOutContact: 'Opt-outs, set and lifted',
  eraseContact: 'Erasures',
  createImport: 'Imports',
  createContactExport: 'Exports',
  createGroup: 'Groups',
  createCustomField: 'Custom fields',
  addWebhook: 'Endpoints',
  enableWebhook: 'Endpoints turned on and off',
  rotateWebhookSecret: 'Secrets of endpoints',
  createForm: 'Opt-in forms',
  addLink: 'Links',
  setKeyword: 'Keywords',
};

const OPERATOR_ACTIONS: typeof ACCOUNT_ACTIONS = [
  {
    group: 'Above accounts',
    actions: [
      ['createAccount', 'account create'],
      ['closeAccount', 'account close'],
      ['account export', 'account import', 'account delete'],
      ['inviteOperator', 'user invite'],
      ['removeOperatorUser', 'user remove'],
      ['signOutOperatorUser', 'user sign-out'],
      ['redriveDeadLetters', 'dlq redrive'],
      ['pauseAllSending', 'resumeAllSending'],
    ],
  },
];
const OPERATOR_LABELS: Readonly<Record<string, string>> = {
  'account export': 'Data of accounts',
  redriveDeadLetters: 'Dead letters',
  pauseAllSending: 'Pauses of all sending',
};

const labelOf = (action: string) => LABELS[action] ?? OPERATOR_LABELS[action] ?? words(action);

/** Returns the choices of a filter by what was done; the value names the actions, as the service takes them. */
export const actionChoices = (isOfService: boolean) =>
  (isOfService ? OPERATOR_ACTIONS : ACCOUNT_ACTIONS).map(({ group, actions }) => ({
    label: group,
    options: actions.map((some) => ({ value: some.join(','), label: labelOf(some[0] ?? '') })),
  }));
