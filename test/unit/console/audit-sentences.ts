/**
 * Sentences of the audit log, without the actor: the kind of the target, the sentence with a target that is called T
 * and another resource that is called W, the sentence of an entry that names no target, and the actions that have them.
 */
type Sentence = readonly [kind: string, named: string, unnamed: string, ...actions: string[]];

/** Sentences about resources that are created, changed and deleted, in the same words. */
const plain = (
  kind: string,
  word: string,
  options: { article?: string; created?: string[]; changed?: string[]; deleted?: string[]; verbs?: string[] },
): Sentence[] => {
  const { article = 'a', created = [], changed = [], deleted = [], verbs = ['created', 'deleted'] } = options;
  const [made = '', gone = ''] = verbs;
  const all: Sentence[] = [
    [kind, `${made} ${word} “T”`, `${made} ${article} ${word}`, ...created],
    [kind, `changed ${word} “T”`, `changed ${article} ${word}`, ...changed],
    [kind, `${gone} ${word} “T”`, `${gone} ${article} ${word}`, ...deleted],
  ];
  return all.filter((sentence) => sentence.length > 3);
};

const added = ['added', 'removed'];

export const SENTENCES: readonly Sentence[] = [
  // Contacts, groups and fields.
  ...plain('contact', 'contact', { created: ['createContact'], changed: ['updateContact'] }),
  ['contact', 'put contact “T” into W', 'put a contact into W', 'addMembership'],
  ['contact', 'took contact “T” out of W', 'took a contact out of W', 'removeMembership'],
  [
    'contact',
    'changed the tags of contact “T” in W',
    'changed the tags of a contact in W',
    ...['tagMembership', 'contact tag'],
  ],
  [
    'erasure',
    'asked for the erasure of a person: erasure “T”',
    'asked for the erasure of a person: a contact',
    ...['eraseContact', 'contact erase'],
  ],
  [
    'contact',
    'put contact “T” back, which gets texts again',
    'put a contact back, which gets texts again',
    ...['putBackContact', 'contact put-back'],
  ],
  ['contact', 'opted contact “T” out', 'opted a contact out', 'optOutContact', 'contact opt-out'],
  [
    'contact',
    'lifted the opt-out of contact “T”',
    'lifted the opt-out of a contact',
    ...['optInContact', 'contact opt-in'],
  ],
  ['import', 'prepared import “T”', 'prepared an import', 'createImport'],
  ['import', 'started import “T”', 'started an import', 'startImport'],
  ['import', 'cancelled import “T”', 'cancelled an import', 'cancelImport'],
  ['group', 'imported contacts into group “T”', 'imported contacts', 'contact import'],
  ['export', 'exported contacts: export “T”', 'exported contacts', 'createContactExport', 'contact export'],
  [
    'export',
    'exported the recipients of W: export “T”',
    'exported the recipients of W: an export',
    ...['createBroadcastExport', 'createBatchExport', 'createCampaignExport'],
  ],
  ...plain('group', 'group', {
    created: ['createGroup', 'group create'],
    changed: ['updateGroup', 'group set'],
    deleted: ['deleteGroup', 'group delete'],
  }),
  ['group', 'added a tag to group “T”', 'added a tag to a group', 'addGroupTag'],
  ['group', 'removed a tag from group “T”', 'removed a tag from a group', 'removeGroupTag'],
  ['group', 'changed the tags of group “T”', 'changed the tags of a group', 'group tag'],
  ...plain('customField', 'custom field', {
    created: ['createCustomField', 'field create'],
    changed: ['updateCustomField', 'field set'],
    deleted: ['deleteCustomField', 'field delete'],
  }),
  ['customField', 'renamed custom field “T”', 'renamed a custom field', 'field rename'],
  ['customField', 'turned on custom field “T”', 'turned on a custom field', 'field enable'],
  ['customField', 'turned off custom field “T”', 'turned off a custom field', 'field disable'],
  ...plain('segment', 'segment', {
    created: ['createSegment', 'segment create'],
    changed: ['updateSegment'],
    deleted: ['deleteSegment', 'segment delete'],
  }),

  // The inbox.
  [
    'contact',
    'changed the conversation with contact “T”',
    'changed the conversation with someone who is no contact',
    'updateConversation',
  ],
  [
    'contact',
    'wrote a note on the conversation with contact “T”',
    'wrote a note on the conversation with someone who is no contact',
    'addConversationNote',
  ],
  ...plain('savedReply', 'saved reply', {
    created: ['createSavedReply'],
    changed: ['updateSavedReply'],
    deleted: ['deleteSavedReply'],
  }),
  [
    'contact',
    'took a text of contact “T” for an opt-out',
    'took a text of a contact for an opt-out',
    ...['acceptReview', 'review accept'],
  ],
  [
    'contact',
    'decided that a text of contact “T” is no opt-out',
    'decided that a text of a contact is no opt-out',
    ...['dismissReview', 'review dismiss'],
  ],

  // Campaigns, automations and jobs.
  ...plain('campaign', 'campaign', {
    created: ['createCampaign', 'campaign create'],
    changed: ['updateCampaign'],
    deleted: ['deleteCampaign'],
  }),
  [
    'campaign',
    'asked for campaign “T” to begin',
    'asked for a campaign to begin',
    ...['launchCampaign', 'campaign launch'],
  ],
  ['campaign', 'approved campaign “T”', 'approved a campaign', 'approveCampaign', 'campaign approve'],
  ['campaign', 'rejected campaign “T”', 'rejected a campaign', 'rejectCampaign', 'campaign reject'],
  ['campaign', 'paused campaign “T”', 'paused a campaign', 'pauseCampaign', 'campaign pause'],
  ['campaign', 'resumed campaign “T”', 'resumed a campaign', 'resumeCampaign', 'campaign resume'],
  ['campaign', 'cancelled campaign “T”', 'cancelled a campaign', 'cancelCampaign', 'campaign cancel'],
  [
    'campaign',
    'made campaign “T” for those whom W did not reach',
    'made a campaign for those whom W did not reach',
    ...['retryCampaign', 'campaign retry'],
  ],
  ['campaign', 'wrote a note on campaign “T”', 'wrote a note on a campaign', 'noteCampaign'],
  [
    'campaign',
    'put campaign “T” back to wait for an approval',
    'put a campaign back to wait for an approval',
    'awaitApproval',
  ],
  ...plain('automation', 'automation', {
    article: 'an',
    created: ['createAutomation', 'automation create'],
    changed: ['updateAutomation'],
    deleted: ['deleteAutomation'],
  }),
  ['automation', 'started automation “T”', 'started an automation', 'startAutomation', 'automation start'],
  [
    'automation',
    'approved automation “T”',
    'approved an automation',
    'approveAutomation',
    'automation approve',
  ],
  [
    'automation',
    'rejected automation “T”',
    'rejected an automation',
    'rejectAutomation',
    'automation reject',
  ],
  ['automation', 'paused automation “T”', 'paused an automation', 'pauseAutomation', 'automation pause'],
  ['automation', 'resumed automation “T”', 'resumed an automation', 'resumeAutomation', 'automation resume'],
  ['automation', 'stopped automation “T”', 'stopped an automation', 'stopAutomation', 'automation stop'],
  ['automation', 'wrote a note on automation “T”', 'wrote a note on an automation', 'noteAutomation'],
  [
    'campaign',
    'made campaign “T” from an export of Amazon Pinpoint',
    'made an automation or campaign from an export of Amazon Pinpoint',
    'automation import',
  ],
  ['job', 'cancelled broadcast or batch “T”', 'cancelled a broadcast', 'cancelBroadcast'],
  ['job', 'cancelled broadcast or batch “T”', 'cancelled a batch', 'cancelBatch'],
  ['job', 'cancelled broadcast or batch “T”', 'cancelled a broadcast or batch', 'job cancel'],

  // Keys and users.
  ...plain('apiKey', 'API key', { article: 'an', created: ['createKey', 'key create'] }),
  ['apiKey', 'gave API key “T” a new secret', 'gave an API key a new secret', 'rotateKey', 'key rotate'],
  ['apiKey', 'revoked API key “T”', 'revoked an API key', 'revokeKey', 'key revoke'],
  ['invitation', 'invited someone: invitation “T”', 'invited someone', 'inviteUser'],
  ['user', 'invited user “T”', 'invited a user', 'inviteOperator', 'user invite'],
  [
    'invitation',
    'withdrew invitation “T”',
    'withdrew an invitation',
    ...['withdrawInvitation', 'user withdraw'],
  ],
  ['invitation', 'accepted invitation “T”', 'accepted an invitation', 'acceptInvitation'],
  ['invitation', 'declined invitation “T”', 'declined an invitation', 'declineInvitation'],
  ['user', 'changed the role of user “T”', 'changed the role of a user', 'updateUser', 'user role'],
  ['user', 'removed user “T”', 'removed a user', 'removeUser', 'removeOperatorUser', 'user remove'],
  ['user', 'signed user “T” out', 'signed a user out', 'signOutUser', 'signOutOperatorUser', 'user sign-out'],

  // The account, its numbers and senders.
  ...plain('account', 'account', {
    article: 'the',
    created: ['createAccount', 'account create'],
    deleted: ['account delete'],
  }),
  ['account', 'closed account “T”', 'closed the account', 'closeAccount', 'account close'],
  [
    'account',
    'wrote all data of account “T” to a file',
    'wrote all data of the account to a file',
    'account export',
  ],
  ['account', 'brought in the data of account “T”', 'brought in the data of the account', 'account import'],
  [
    'account',
    'changed settings of account “T”',
    'changed settings of the account',
    ...['updateSettings', 'updateOperatorSettings', 'account set'],
  ],
  [
    'account',
    'changed the credits of account “T”',
    'changed the credits of the account',
    ...['addAccountCredits', 'credits add'],
  ],
  ['account', 'paused sending', 'paused sending', 'pauseSending', 'sending pause'],
  ['account', 'resumed sending', 'resumed sending', 'resumeSending', 'sending resume'],
  ['service', 'paused the sending of all accounts', 'paused the sending of all accounts', 'pauseAllSending'],
  [
    'service',
    'resumed the sending of all accounts',
    'resumed the sending of all accounts',
    'resumeAllSending',
  ],
  ['number', 'paused number “T”', 'paused a number', 'pauseNumber'],
  ['number', 'resumed number “T”', 'resumed a number', 'resumeNumber'],
  ['number', 'changed number “T”', 'changed a number', 'updateNumber', 'number set'],
  ['number', 'gave the account number “T”', 'gave the account a number', 'addAccountNumber', 'number add'],
  [
    'number',
    'took number “T” from the account',
    'took a number from the account',
    ...['removeAccountNumber', 'number remove'],
  ],
  [
    'number',
    'moved number “T” to another account',
    'moved a number to another account',
    ...['moveAccountNumber', 'number move'],
  ],
  ...plain('sender', 'sender', {
    created: ['createSender', 'sender create'],
    changed: ['updateSender', 'sender set'],
    deleted: ['deleteSender', 'sender delete'],
  }),
  ['keyword', 'set keyword “T”', 'set a keyword', 'setKeyword', 'keyword set'],
  ['keyword', 'deleted keyword “T”', 'deleted a keyword', 'deleteKeyword', 'keyword delete'],

  // Webhooks, forms and links.
  ...plain('webhook', 'webhook', {
    verbs: added,
    created: ['addWebhook', 'webhook add'],
    changed: ['updateWebhook'],
    deleted: ['removeWebhook', 'webhook remove'],
  }),
  ['webhook', 'turned on webhook “T”', 'turned on a webhook', 'enableWebhook', 'webhook enable'],
  ['webhook', 'turned off webhook “T”', 'turned off a webhook', 'disableWebhook', 'webhook disable'],
  [
    'webhook',
    'gave webhook “T” a new secret',
    'gave a webhook a new secret',
    ...['rotateWebhookSecret', 'webhook rotate'],
  ],
  [
    'webhook',
    'sent events to webhook “T” again',
    'sent events to a webhook again',
    ...['replayWebhook', 'replayWebhookDeliveries', 'webhook replay'],
  ],
  ...plain('form', 'opt-in form', {
    article: 'an',
    created: ['createForm', 'form create'],
    changed: ['updateForm', 'form set'],
    deleted: ['deleteForm', 'form delete'],
  }),
  ...plain('link', 'link', {
    verbs: added,
    created: ['addLink', 'link add'],
    deleted: ['removeLink', 'link remove'],
  }),
  ...plain('linkDomain', 'link domain', {
    verbs: added,
    created: ['addLinkDomain', 'link-domain add'],
    deleted: ['removeLinkDomain', 'link-domain remove'],
  }),

  // The service.
  [
    'queue',
    'put dead letters of queue “T” back',
    'put dead letters of all queues back',
    ...['redriveDeadLetters', 'dlq redrive'],
  ],
  ['registration', 'submitted registration “T”', 'submitted a registration', 'registration submit'],
];
