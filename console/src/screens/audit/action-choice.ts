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
      ['createAccount', 'closeAccount', 'account create', 'account close', 'account export'],
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
      ['launchCampaign', 'submitCampaign', 'campaign launch'],
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
      ['cancelBroadcast', 'cancelBatch', 'job cancel'],
      [
        ...[
          'createAutomation',
          'updateAutomation',
          'deleteAutomation',
          'automation create',
          'automation import',
        ],
        ...['startAutomation', 'submitAutomation', 'pauseAutomation', 'resumeAutomation', 'stopAutomation'],
        ...['automation start', 'automation pause', 'automation resume', 'automation stop'],
      ],
      ['approveAutomation', 'rejectAutomation', 'automation approve', 'automation reject'],
      ['noteCampaign', 'noteAutomation'],
    ],
  },
  {
    group: 'Inbox',
    actions: [
      ['updateConversation', 'addConversationNote'],
      ['createSavedReply', 'updateSavedReply', 'deleteSavedReply'],
      ['acceptReview', 'dismissReview', 'review accept', 'review dismiss'],
    ],
  },
  {
    group: 'Contacts',
    actions: [
      ['createContact', 'updateContact'],
      ['addMembership', 'removeMembership', 'tagMembership', 'contact tag'],
      [
        ...['optOutContact', 'contact opt-out', 'optInContact', 'contact opt-in'],
        // A text that is taken for an opt-out opts its phone out.
        ...['acceptReview', 'review accept'],
      ],
      ['putBackContact', 'contact put-back'],
      ['mergeContacts'],
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
        'group tag',
      ],
      ['createSegment', 'updateSegment', 'deleteSegment', 'segment create', 'segment delete'],
      [
        'createCustomField',
        'updateCustomField',
        'deleteCustomField',
        'field create',
        'field rename',
        'field set',
        'field enable',
        'field disable',
        'field delete',
      ],
    ],
  },
  {
    group: 'Webhooks, forms and links',
    actions: [
      ['addWebhook', 'updateWebhook', 'removeWebhook', 'webhook add', 'webhook set', 'webhook remove'],
      ['enableWebhook', 'disableWebhook', 'webhook enable', 'webhook disable'],
      ['rotateWebhookSecret', 'webhook rotate'],
      ['replayWebhook', 'replayWebhookDeliveries', 'webhook replay'],
      ['createForm', 'updateForm', 'deleteForm', 'form create', 'form set', 'form delete'],
      ['addLink', 'removeLink', 'link add', 'link remove'],
      ['addLinkDomain', 'removeLinkDomain', 'link-domain add', 'link-domain remove'],
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
  createAccount: 'The account itself',
  createCampaign: 'Campaigns planned',
  launchCampaign: 'Campaigns launched',
  approveCampaign: 'Campaigns approved',
  rejectCampaign: 'Campaigns rejected or put back',
  pauseCampaign: 'Campaigns paused, resumed, cancelled',
  createAutomation: 'Automations',
  cancelBroadcast: 'Broadcasts and batches cancelled',
  approveAutomation: 'Approvals of automations',
  noteCampaign: 'Notes on campaigns and automations',
  updateConversation: 'Conversations and notes on them',
  createSavedReply: 'Saved replies',
  acceptReview: 'Decisions on likely opt-outs',
  createContact: 'Contacts created and changed',
  addMembership: 'Memberships',
  optOutContact: 'Opt-outs, set and lifted',
  putBackContact: 'Numbers put back',
  eraseContact: 'Erasures',
  createImport: 'Imports',
  createContactExport: 'Exports',
  createGroup: 'Groups',
  createSegment: 'Segments',
  createCustomField: 'Custom fields',
  addWebhook: 'Endpoints',
  enableWebhook: 'Endpoints turned on and off',
  rotateWebhookSecret: 'Secrets of endpoints',
  replayWebhook: 'Events sent again',
  createForm: 'Opt-in forms',
  addLink: 'Links',
  addLinkDomain: 'Link domains',
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
      ['registration submit'],
      ['redriveDeadLetters', 'dlq redrive'],
      ['pauseAllSending', 'resumeAllSending'],
      ['region take-over'],
    ],
  },
];
const OPERATOR_LABELS: Readonly<Record<string, string>> = {
  'registration submit': 'Registrations submitted',
  'account export': 'Data of accounts',
  redriveDeadLetters: 'Dead letters',
  pauseAllSending: 'Pauses of all sending',
  'region take-over': 'Changes of the active region',
};

/** Returns the choices of a filter by what was done; the value names the actions, as the service takes them. */
export const actionChoices = (isOfService: boolean) => {
  const labels = isOfService ? OPERATOR_LABELS : LABELS;
  return (isOfService ? OPERATOR_ACTIONS : ACCOUNT_ACTIONS).map(({ group, actions }) => ({
    label: group,
    options: actions.map((some) => {
      const [first = ''] = some;
      return { value: some.join(','), label: labels[first] ?? words(first) };
    }),
  }));
};
