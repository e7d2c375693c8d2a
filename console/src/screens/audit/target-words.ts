/** Names for the kinds of targets. */
export const TARGET_WORDS: Readonly<Record<string, string>> = {
  account: 'Account',
  apiKey: 'API key',
  automation: 'Automation',
  campaign: 'Campaign',
  contact: 'Contact',
  customField: 'Custom field',
  erasure: 'Erasure',
  export: 'Export',
  form: 'Opt-in form',
  group: 'Group',
  import: 'Import',
  invitation: 'Invitation',
  job: 'Broadcast or batch',
  keyword: 'Keyword',
  link: 'Link',
  linkDomain: 'Link domain',
  message: 'Text',
  number: 'Number',
  queue: 'Queue',
  registration: 'Registration',
  savedReply: 'Saved reply',
  segment: 'Segment',
  sender: 'Sender',
  service: 'Service',
  user: 'User',
  webhook: 'Webhook',
};

/** Returns the name of a kind as it is in a sentence: “contact”, “API key”. */
export const kindOf = (type: string): string =>
  (TARGET_WORDS[type] ?? type).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
