import { updateAccount } from '../../../shared/accounts/account-store';
import { createApiKey } from '../../../shared/accounts/api-keys';
import { createField } from '../../../shared/audience/custom-fields/define-fields';
import { addTag } from '../../../shared/audience/groups/group-tags';
import { createGroup } from '../../../shared/audience/groups/create-group';
import type { AuditEntry } from '../../../shared/audit/audit-entry';
import { setKeyword } from '../../../shared/inbound/change-keywords';
import { newMessage } from '../../../shared/messages/message';
import { createForm } from '../../../shared/opt-in-forms/change-forms';
import { addLinkDomain } from '../../../shared/operations/link-domains';
import { updateExpression } from '../../../shared/platform/store/expressions';
import { contactKey } from '../../../shared/platform/store/keys';
import { addNumber } from '../../../shared/senders/number-store';
import { pauseSending } from '../../../shared/senders/pause-sending';
import { createSender } from '../../../shared/senders/sender-store';
import { createSavedReply } from '../../../shared/texts/change-saved-replies';
import { continueConversation } from '../../../shared/texts/conversation';
import { createInvitation } from '../../../shared/users/invitation';
import { inviteUser } from '../../../shared/users/manage-users';
import { startSession } from '../../../shared/users/session';
import { upload } from '../service/api-imports';
import { type ConsoleUser, createConsoleUser, sessionHeaders } from '../console/console-user';
import { linkDomainOf, registerLink } from '../service/own-links';
import {
  type ApiAccount,
  callApi,
  createApiAccount,
  randomPhone,
  type TestService,
} from '../service/service';
import { storeJob } from '../sending/stored-job';

/** Setting of the changes: an account with an API key, an administrator of it, and an operator. */
export interface AuditedWorld {
  service: TestService;
  account: ApiAccount;
  admin: ConsoleUser;
  operator: ConsoleUser;
}

type Told = Partial<Pick<AuditEntry, 'target' | 'related' | 'changes'>>;

/** Request that changes something, with the expected entry of the log. */
export interface AuditedChange {
  /** Values of the path's parameters, in order. */
  path?: string[];
  query?: string;
  body?: object;
  /** Caller; absent: the API key for a route of the API, else the administrator or operator that the route is for. */
  by?: ConsoleUser;
  /** Returns the expected parts of the entry; `made` is the id in the answer of what was created. */
  told: (made: string, log?: string) => Told;
  /** Accounts whose logs have the entry; absent: the account's. `undefined` stands for the log above accounts. */
  logs?: (made: string) => Array<string | undefined>;
  /**
   * Set when repeating the request is another change; else it is refused, or changes nothing. `later`: it is another
   * change once the service has worked on the first one.
   */
  isRepeatable?: true | 'later';
}

type Scenario = (world: AuditedWorld) => Promise<AuditedChange>;

const as = (type: string, id: string) => ({ target: { type, id } });
/** Returns the target of a user, whose address is named too. */
const asUser = ({ userId, email }: ConsoleUser) => ({ ...as('user', userId), related: email });
const made = (type: string) => (id: string) => as(type, id);
const always = (told: Told) => () => told;

const api = async (world: AuditedWorld, method: string, path: string, body?: object) => {
  const { service, account } = world;
  const answer = await callApi(service, { account, method, path: `/api/v1/${path}`, body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body as { id: string; upload: { url: string } };
};
const byPhone = (phone: string) => `contacts/by-phone/${encodeURIComponent(phone)}`;

const groupOf = ({ service, account }: AuditedWorld) =>
  createGroup(service.deps, { accountId: account.accountId, name: 'News', optInType: 'SINGLE' });

const FORM_TEXTS = {
  brand: 'Acme',
  description: 'News',
  frequency: 'Weekly',
  termsUrl: 'https://example.com/terms',
  privacyUrl: 'https://example.com/privacy',
};

/** Returns the changes of a form that comes into being (`to`), or goes (`from`). */
const wholeForm = (side: 'from' | 'to', group: string) => [
  { what: 'group', [side]: group },
  { what: 'brand', [side]: 'Acme' },
  { what: 'description', [side]: 'News' },
  { what: 'frequency', [side]: 'Weekly' },
  { what: 'termsUrl', [side]: 'https://example.com/terms' },
  { what: 'privacyUrl', [side]: 'https://example.com/privacy' },
];

async function formOf(world: AuditedWorld) {
  const { id: groupId } = await groupOf(world);
  const content = { ...FORM_TEXTS, groupId, countries: undefined };
  return createForm(world.service.deps, { accountId: world.account.accountId, content });
}

/** Creates a sender with a sender id as its only member. */
const senderOf = ({ service, account: { accountId } }: AuditedWorld) =>
  createSender(service.deps, {
    accountId,
    content: { name: 'Shop', members: [{ identity: 'id:ACME', countries: undefined }] },
  });

/** Returns the changes of that sender as it comes into being (`to`), or goes (`from`). */
const wholeSender = (side: 'from' | 'to') => [
  { what: 'name', [side]: 'Shop' },
  { what: 'members', [side]: '["id:ACME"]' },
];

async function contactOf(world: AuditedWorld) {
  const phone = randomPhone();
  const { id } = await api(world, 'POST', byPhone(phone), {});
  return { phone, id };
}

async function memberOf(world: AuditedWorld) {
  const [contact, group] = await Promise.all([contactOf(world), groupOf(world)]);
  await api(world, 'POST', `${byPhone(contact.phone)}/groups/${group.id}`);
  return { contact, group };
}

const segmentOf = (world: AuditedWorld) =>
  api(world, 'POST', 'segments', { name: 'All', audience: { everyone: true } });

const planOf = ({ account }: AuditedWorld) => ({
  ...{ name: 'Spring', from: account.from, body: 'Hello', audience: { everyone: true } },
  ...{ purpose: 'informational', schedule: { at: '2035-03-01T15:00:00.000Z' } },
});
const campaignOf = async (world: AuditedWorld, options: object = {}) => {
  await memberOf(world);
  return api(world, 'POST', 'campaigns', { ...planOf(world), ...options });
};
const launchedOf = (world: AuditedWorld) => campaignOf(world, { launch: true });
const waitingOf = async (world: AuditedWorld) => {
  const { accountId } = world.account;
  await updateAccount({ table: world.service.deps.table, accountId, changes: { approvalAbove: 0 } });
  return launchedOf(world);
};
/** Launches as the administrator, who then writes a note. */
const notedBy = async (world: AuditedWorld, campaign: { id: string }, step: string) => {
  const { accountId } = world.account;
  await updateAccount({ table: world.service.deps.table, accountId, changes: { approvalAbove: 0 } });
  const path = `/api/v1/${step.replace('ID', campaign.id)}`;
  await callApi(world.service, { method: 'POST', path, headers: world.admin.headers });
  return campaign;
};
/** Returns the change of the status of a campaign or automation. */
const status = (from: string, to: string) => [{ what: 'status', from, to }];
/** Builds a scenario about a campaign, whose entry names only its id, and `changes` if any. */
const ofCampaign =
  (
    make: (world: AuditedWorld) => Promise<{ id: string }>,
    body?: object,
    changes?: Told['changes'],
  ): Scenario =>
  async (world) => {
    const { id } = await make(world);
    const told = always({ ...as('campaign', id), ...(changes && { changes }) });
    return { path: [id], told, ...(body && { body }) };
  };

const welcomeOf = (world: AuditedWorld) => ({
  ...{ name: 'Welcome', from: world.account.from, purpose: 'informational', entry: 'once' },
  ...{ trigger: { event: 'order.shipped' }, steps: [{ send: { body: 'Hello' } }] },
});
const automationOf = async (world: AuditedWorld) => api(world, 'POST', 'automations', welcomeOf(world));
const startedOf = async (world: AuditedWorld) => {
  const automation = await automationOf(world);
  await api(world, 'POST', `automations/${automation.id}/start`);
  return automation;
};
const askedOf = async (world: AuditedWorld) => {
  const { accountId } = world.account;
  await updateAccount({ table: world.service.deps.table, accountId, changes: { approvalAbove: 0 } });
  return startedOf(world);
};
/** Builds a scenario about an automation, whose entry names only its id, and `changes` if any. */
const ofAutomation =
  (
    make: (world: AuditedWorld) => Promise<{ id: string }>,
    body?: object,
    changes?: Told['changes'],
  ): Scenario =>
  async (world) => {
    const { id } = await make(world);
    const told = always({ ...as('automation', id), ...(changes && { changes }) });
    return { path: [id], told, ...(body && { body }) };
  };

/** Stores a job of which nothing is sent yet. */
async function jobOf({ service, account }: AuditedWorld, kind: 'broadcast' | 'batch') {
  const { accountId, from } = account;
  const options = { accountId, id: service.deps.ids.next('brc'), chunks: 1, size: 2 };
  return storeJob(service.deps.table, { ...options, job: { kind, from } });
}
const ofJob =
  (kind: 'broadcast' | 'batch'): Scenario =>
  async (world) => {
    const { id } = await jobOf(world, kind);
    return { path: [id], told: always(as('job', id)) };
  };
const exportOf =
  (make: (world: AuditedWorld) => Promise<{ id: string }>): Scenario =>
  async (world) => {
    const { id } = await make(world);
    return { path: [id], told: (made) => ({ ...as('export', made), related: id }), isRepeatable: true };
  };

const importOf = (world: AuditedWorld) => api(world, 'POST', 'contacts/imports', { format: 'csv' });

const changeContact = ({ service, account }: AuditedWorld, phone: string, set: Record<string, unknown>) =>
  service.deps.table.update({
    Key: contactKey(account.accountId, phone),
    ...updateExpression({ set }),
  });
const setAside = (world: AuditedWorld, phone: string) =>
  changeContact(world, phone, { setAsideAt: '2026-01-01T00:00:00.000Z', setAsideReason: 'failures' });

async function likelyOf(world: AuditedWorld) {
  const { contact } = await memberOf(world);
  await changeContact(world, contact.phone, {
    likelyOptOut: { at: '2026-01-01T00:00:00.000Z', messageId: 'msg_01KJMNEX00D4VQ6N2M8XJ1PZRS' },
  });
  return contact;
}
const decideOn: Scenario = async (world) => {
  const { phone, id } = await likelyOf(world);
  return { path: [phone], body: {}, told: always(as('contact', id)) };
};

/** Creates a contact from which a text has come. */
async function textingOf(world: AuditedWorld) {
  const contact = await contactOf(world);
  const { deps } = world.service;
  const { accountId, from: to } = world.account;
  const at = deps.clock.now().toISOString();
  const text = { id: deps.ids.next('msg'), accountId, to, from: contact.phone, createdAt: at };
  await deps.table.transact([
    continueConversation(newMessage({ ...text, direction: 'inbound', body: 'Hi' })),
  ]);
  return contact;
}

const savedReplyOf = ({ service, account: { accountId } }: AuditedWorld) =>
  createSavedReply(service.deps, { accountId, content: SAVED_REPLY });
const SAVED_REPLY = { title: 'Hours', text: 'From 9 to 6' };

const keyOf = async ({ service, account, admin }: AuditedWorld, options: object = {}) => {
  const createdBy = { kind: 'user' as const, id: admin.userId };
  const created = await createApiKey(service.deps, account.accountId, { createdBy, ...options });
  if (!created) throw new Error('No key');
  return created.key;
};
const webhookOf = async (world: AuditedWorld) => {
  const { service, admin } = world;
  const request = { method: 'POST', path: '/console/api/webhooks', headers: admin.headers };
  const { body } = await callApi(service, { ...request, body: { url: 'https://hooks.example.com/sms' } });
  return (body as { id: string }).id;
};
const ofWebhook =
  (prepare: (world: AuditedWorld, id: string) => Promise<Partial<AuditedChange>>): Scenario =>
  async (world) => {
    const id = await webhookOf(world);
    return { path: [id], told: always(as('webhook', id)), ...(await prepare(world, id)) };
  };
const hookCall = ({ service, admin }: AuditedWorld, path: string) =>
  callApi(service, { method: 'POST', path: `/console/api/webhooks/${path}`, headers: admin.headers });

const fieldOf = ({ service, account }: AuditedWorld) =>
  createField(service.deps, {
    ...{ accountId: account.accountId, label: 'Plan', type: 'SINGLE_SELECT', options: ['Basic', 'Pro'] },
  });

const linkOf = ({ account }: AuditedWorld) => `${linkDomainOf(account.accountId)}/spring`;
const memberUser = ({ service, account }: AuditedWorld) =>
  createConsoleUser(service, { accountId: account.accountId, role: 'viewer' });

const emailOf = () => `invited-${randomPhone().slice(1)}@example.com`;
const invitationOf = async ({ service, account, admin }: AuditedWorld, email = emailOf()) => {
  const { accountId } = account;
  const invitation = { accountId, email, role: 'editor' as const };
  const inviter = { invitedBy: admin.email, inviterId: admin.userId };
  const result = await createInvitation(service.deps, { ...invitation, ...inviter });
  if ('refused' in result) throw new Error(result.refused);
  return result.created.id;
};
/** Makes a user of another account, whose address was verified at sign-in. */
async function strangerOf({ service }: AuditedWorld): Promise<ConsoleUser> {
  const { accountId } = await createApiAccount(service);
  const email = emailOf();
  const result = await inviteUser(service.deps, { email, access: { accountId, role: 'viewer' } });
  if (!result.invited) throw new Error(result.refusal);
  const token = await startSession(service.deps, result.user.id, { email });
  return { userId: result.user.id, email, token, headers: sessionHeaders({ token }) };
}
const answering =
  (changes: Told): Scenario =>
  async (world) => {
    const by = await strangerOf(world);
    const id = await invitationOf(world, by.email);
    return { path: [id], by, told: always({ ...as('invitation', id), ...changes }) };
  };

const numberOf = async ({ service, account }: AuditedWorld) => {
  const number = randomPhone();
  await addNumber(service.deps, { accountId: account.accountId, number, status: 'Active' });
  return number;
};

const EXPIRY = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string;

/** Scenario of every route that writes to an audit log, by its operation. */
export const AUDITED_CHANGES: Readonly<Record<string, Scenario>> = {
  cancelBroadcast: ofJob('broadcast'),
  cancelBatch: ofJob('batch'),
  createContact: async () => ({ path: [randomPhone()], body: {}, told: made('contact') }),
  updateContact: async (world) => {
    const { phone, id } = await contactOf(world);
    return { path: [phone], body: { firstName: 'Ada' }, told: always(as('contact', id)) };
  },
  putBackContact: async (world) => {
    const { phone, id } = await contactOf(world);
    await setAside(world, phone);
    return { path: [phone], told: always(as('contact', id)) };
  },
  eraseContact: async (world) => ({ path: [(await contactOf(world)).phone], told: made('erasure') }),
  addMembership: async (world) => {
    const [{ phone, id }, group] = await Promise.all([contactOf(world), groupOf(world)]);
    return { path: [phone, group.id], body: {}, told: always({ ...as('contact', id), related: group.id }) };
  },
  removeMembership: async (world) => {
    const { contact, group } = await memberOf(world);
    const told = { ...as('contact', contact.id), related: group.id };
    return { path: [contact.phone, group.id], told: always(told) };
  },
  createSegment: async () => ({
    body: { name: 'All', audience: { everyone: true } },
    ...{ told: made('segment'), isRepeatable: true },
  }),
  updateSegment: async (world) => {
    const { id } = await segmentOf(world);
    return { path: [id], body: { name: 'Everyone' }, told: always(as('segment', id)), isRepeatable: true };
  },
  deleteSegment: async (world) => {
    const { id } = await segmentOf(world);
    return { path: [id], told: always(as('segment', id)) };
  },
  createCampaign: async (world) => ({
    body: { ...planOf(world), idempotencyKey: 'spring' },
    told: made('campaign'),
  }),
  updateCampaign: async (world) => ({
    ...(await ofCampaign(campaignOf, { name: 'Summer' })(world)),
    isRepeatable: true,
  }),
  deleteCampaign: ofCampaign(campaignOf),
  launchCampaign: ofCampaign(campaignOf, undefined, status('draft', 'scheduled')),
  approveCampaign: async (world) => ({
    ...(await ofCampaign(waitingOf, {}, [
      ...status('awaitingApproval', 'scheduled'),
      { what: 'recipients', to: '1' },
    ])(world)),
    by: world.admin,
  }),
  rejectCampaign: async (world) => ({
    ...(await ofCampaign(waitingOf, { reason: 'Too long.' }, status('awaitingApproval', 'draft'))(world)),
    by: world.admin,
  }),
  noteCampaign: ofCampaign(
    async (world) => notedBy(world, await campaignOf(world), 'campaigns/ID/launch'),
    { note: 'As agreed.' },
    [{ what: 'note', to: 'As agreed.' }],
  ),
  submitCampaign: ofCampaign(campaignOf, { note: 'As agreed.' }, [
    ...status('draft', 'awaitingApproval'),
    { what: 'note', to: 'As agreed.' },
  ]),
  pauseCampaign: ofCampaign(launchedOf),
  resumeCampaign: ofCampaign(async (world) => {
    const campaign = await launchedOf(world);
    await api(world, 'POST', `campaigns/${campaign.id}/pause`);
    return campaign;
  }),
  cancelCampaign: ofCampaign(launchedOf),
  retryCampaign: async (world) => {
    const { id } = await campaignOf(world);
    await api(world, 'POST', `campaigns/${id}/cancel`);
    return { path: [id], told: (made) => ({ ...as('campaign', made), related: id }), isRepeatable: true };
  },
  createAutomation: async (world) => ({
    body: welcomeOf(world),
    told: made('automation'),
    isRepeatable: true,
  }),
  updateAutomation: async (world) => ({
    ...(await ofAutomation(automationOf, { name: 'Summer' })(world)),
    isRepeatable: true,
  }),
  deleteAutomation: ofAutomation(automationOf),
  startAutomation: ofAutomation(automationOf, undefined, status('draft', 'running')),
  approveAutomation: async (world) => ({
    ...(await ofAutomation(askedOf, {}, status('awaitingApproval', 'running'))(world)),
    by: world.admin,
  }),
  rejectAutomation: async (world) => ({
    ...(await ofAutomation(askedOf, { reason: 'Too long.' }, status('awaitingApproval', 'draft'))(world)),
    by: world.admin,
  }),
  noteAutomation: ofAutomation(
    async (world) => notedBy(world, await automationOf(world), 'automations/ID/start'),
    { note: 'As agreed.' },
    [{ what: 'note', to: 'As agreed.' }],
  ),
  submitAutomation: ofAutomation(automationOf, { note: 'As agreed.' }, [
    ...status('draft', 'awaitingApproval'),
    { what: 'note', to: 'As agreed.' },
  ]),
  pauseAutomation: ofAutomation(startedOf),
  resumeAutomation: ofAutomation(async (world) => {
    const automation = await startedOf(world);
    await api(world, 'POST', `automations/${automation.id}/pause`);
    return automation;
  }),
  stopAutomation: ofAutomation(startedOf),
  createImport: async () => ({ body: { format: 'csv' }, told: made('import'), isRepeatable: true }),
  startImport: async (world) => {
    const { id, upload: target } = await importOf(world);
    await upload(target.url, `phoneNumber\n${randomPhone()}\n`);
    return { path: [id], body: {}, told: always(as('import', id)) };
  },
  cancelImport: async (world) => {
    const { id } = await importOf(world);
    return { path: [id], told: always(as('import', id)) };
  },
  createContactExport: async () => ({ body: { format: 'csv' }, told: made('export'), isRepeatable: true }),
  createBroadcastExport: exportOf((world) => jobOf(world, 'broadcast')),
  createBatchExport: exportOf((world) => jobOf(world, 'batch')),
  createCampaignExport: exportOf(launchedOf),

  optOutContact: async (world) => {
    const { contact } = await memberOf(world);
    const told = always(as('contact', contact.id));
    // Each repetition is logged.
    return { path: [contact.phone], body: { source: 'kiosk' }, told, isRepeatable: true };
  },
  optInContact: async (world) => {
    const { phone, id } = await contactOf(world);
    const opted = { method: 'POST', path: `/console/api/contacts/${encodeURIComponent(phone)}/opt-out` };
    await callApi(world.service, { ...opted, headers: world.admin.headers, body: { source: 'kiosk' } });
    return { path: [phone], body: { evidence: 'Form 1' }, told: always(as('contact', id)) };
  },
  mergeContacts: async (world) => {
    const [kept, double] = await Promise.all([contactOf(world), contactOf(world)]);
    const body = { double: double.phone, version: '1.1' };
    return { path: [kept.phone], body, told: always({ ...as('contact', kept.id), related: double.id }) };
  },
  tagMembership: async (world) => {
    const { contact, group } = await memberOf(world);
    const { accountId } = world.account;
    await addTag(world.service.deps, { accountId, groupId: group.id, name: 'VIP' });
    const told = { ...as('contact', contact.id), related: group.id };
    return { path: [contact.phone, group.id], body: { tag: 'VIP' }, told: always(told) };
  },
  acceptReview: decideOn,
  dismissReview: decideOn,
  updateConversation: async (world) => {
    const { phone, id } = await textingOf(world);
    const { userId, email } = world.admin;
    return {
      path: [phone],
      body: { version: 0, assigneeId: userId },
      told: always({ ...as('contact', id), changes: [{ what: 'assignee', to: email }] }),
    };
  },
  addConversationNote: async (world) => {
    const { phone, id } = await textingOf(world);
    return {
      path: [phone],
      body: { text: 'She calls again' },
      told: always(as('contact', id)),
      isRepeatable: true,
    };
  },
  createSavedReply: async () => ({
    body: SAVED_REPLY,
    told: (reply) => ({
      ...as('savedReply', reply),
      changes: [
        { what: 'title', to: 'Hours' },
        { what: 'text', to: 'From 9 to 6' },
      ],
    }),
    isRepeatable: true,
  }),
  updateSavedReply: async (world) => {
    const { id, version } = await savedReplyOf(world);
    const changes = [{ what: 'text', from: 'From 9 to 6', to: 'From 9 to 7' }];
    return {
      path: [id],
      body: { version, text: 'From 9 to 7' },
      told: always({ ...as('savedReply', id), changes }),
    };
  },
  deleteSavedReply: async (world) => {
    const { id } = await savedReplyOf(world);
    const changes = [
      { what: 'title', from: 'Hours' },
      { what: 'text', from: 'From 9 to 6' },
    ];
    return { path: [id], told: always({ ...as('savedReply', id), changes }) };
  },
  updateNumber: async (world) => {
    const number = await numberOf(world);
    const changes = [{ what: 'status', from: 'Active', to: 'Inactive' }];
    const told = always({ ...as('number', number), changes });
    return { path: [number], body: { status: 'Inactive' }, told };
  },
  pauseSending: async ({ account: { accountId } }) => ({
    body: { reason: 'Wrong text' },
    told: always({ ...as('account', accountId), changes: [{ what: 'reason', to: 'Wrong text' }] }),
  }),
  resumeSending: async (world) => {
    const { accountId } = world.account;
    await pauseSending(world.service.deps, { accountId, isByOperator: false });
    return { told: always(as('account', accountId)) };
  },
  pauseNumber: async (world) => {
    const number = await numberOf(world);
    return { path: [number], body: {}, told: always({ ...as('number', number), changes: [] }) };
  },
  resumeNumber: async (world) => {
    const number = await numberOf(world);
    await pauseSending(world.service.deps, {
      accountId: world.account.accountId,
      number,
      isByOperator: false,
    });
    return { path: [number], told: always(as('number', number)) };
  },
  createKey: async () => ({
    body: { name: 'Shop', scopes: ['messages:send', 'messages:read'], expiresInHours: 1 },
    told: (made) => ({
      ...as('apiKey', made),
      changes: [
        { what: 'name', to: 'Shop' },
        { what: 'scopes', to: 'messages:send messages:read' },
        { what: 'expiresAt', to: EXPIRY },
      ],
    }),
    isRepeatable: true,
  }),
  rotateKey: async (world) => {
    const { id } = await keyOf(world);
    const changes = [
      { what: 'expiresAt', to: EXPIRY },
      { what: 'formerSecretUntil', to: EXPIRY },
    ];
    const told = always({ ...as('apiKey', id), changes });
    return { path: [id], body: { expiresInHours: 1 }, told, isRepeatable: true };
  },
  revokeKey: async (world) => {
    const { id } = await keyOf(world);
    return { path: [id], told: always(as('apiKey', id)) };
  },
  createGroup: async () => ({
    body: { name: 'News', optInType: 'SINGLE' },
    told: (id) => ({
      ...as('group', id),
      changes: [
        { what: 'name', to: 'News' },
        { what: 'optInType', to: 'SINGLE' },
      ],
    }),
    isRepeatable: true,
  }),
  updateGroup: async (world) => {
    const { id } = await groupOf(world);
    const changes = [{ what: 'name', from: 'News', to: 'Offers' }];
    return { path: [id], body: { name: 'Offers' }, told: always({ ...as('group', id), changes }) };
  },
  deleteGroup: async (world) => {
    const { id } = await groupOf(world);
    return { path: [id], told: always(as('group', id)) };
  },
  addGroupTag: async (world) => {
    const { id } = await groupOf(world);
    const changes = [{ what: 'tag', to: 'VIP' }];
    return { path: [id], body: { name: 'VIP' }, told: always({ ...as('group', id), changes }) };
  },
  removeGroupTag: async (world) => {
    const { id } = await groupOf(world);
    const { accountId } = world.account;
    await addTag(world.service.deps, { accountId, groupId: id, name: 'VIP' });
    const changes = [{ what: 'tag', from: 'VIP' }];
    return { path: [id, 'VIP'], told: always({ ...as('group', id), changes }) };
  },
  createCustomField: async () => ({
    body: { label: 'Plan', type: 'TEXT' },
    told: always(as('customField', 'Plan')),
  }),
  updateCustomField: async (world) => {
    await fieldOf(world);
    const changes = [
      { what: 'label', from: 'Plan', to: 'Tariff' },
      { from: 'Pro', to: 'Premium' },
      { to: 'Team' },
    ];
    return {
      path: ['contact_custom_field_1'],
      body: { label: 'Tariff', options: [{ from: 'Pro', to: 'Premium' }, { to: 'Team' }] },
      told: always({ ...as('customField', 'Tariff'), changes }),
    };
  },
  deleteCustomField: async (world) => {
    await fieldOf(world);
    return { path: ['contact_custom_field_1'], told: always(as('customField', 'Plan')) };
  },
  setKeyword: async () => ({
    body: { word: 'hours', reply: 'Nine to five.' },
    told: always({
      ...as('keyword', 'HOURS'),
      changes: [
        { what: 'word', to: 'HOURS' },
        { what: 'reply', to: 'Nine to five.' },
      ],
    }),
  }),
  deleteKeyword: async ({ service, account: { accountId: id } }) => {
    const keyword = { word: 'HOURS', reply: 'Nine to five.' };
    await setKeyword(service.deps, { account: { id, enforceOptInType: false }, keyword });
    const changes = [
      { what: 'word', from: 'HOURS' },
      { what: 'reply', from: 'Nine to five.' },
    ];
    return { query: 'word=hours', told: always({ ...as('keyword', 'HOURS'), changes }) };
  },
  createForm: async (world) => {
    const { id } = await groupOf(world);
    return {
      body: { ...FORM_TEXTS, group: id },
      told: (made) => ({ ...as('form', made), changes: wholeForm('to', id) }),
      isRepeatable: true,
    };
  },
  updateForm: async (world) => {
    const { id } = await formOf(world);
    const changes = [{ what: 'frequency', from: 'Weekly', to: 'Daily' }];
    return { path: [id], body: { frequency: 'Daily' }, told: always({ ...as('form', id), changes }) };
  },
  deleteForm: async (world) => {
    const { id, groupId } = await formOf(world);
    return { path: [id], told: always({ ...as('form', id), changes: wholeForm('from', groupId) }) };
  },
  addLink: async (world) => {
    const link = linkOf(world);
    await registerLink(world.service.deps, { accountId: world.account.accountId, link });
    const url = 'https://www.example.com/spring';
    const changes = [{ from: 'https://example.com/', to: url }];
    return { body: { link, url }, told: always({ ...as('link', link), changes }) };
  },
  removeLink: async (world) => {
    const link = linkOf(world);
    await registerLink(world.service.deps, { accountId: world.account.accountId, link });
    const told = always({ ...as('link', link), changes: [{ from: 'https://example.com/' }] });
    return { query: `link=${encodeURIComponent(link)}`, told };
  },
  addWebhook: async () => ({
    body: { url: 'https://hooks.example.com/sms?token=secret', description: 'Shop' },
    told: (id) => ({
      ...as('webhook', id),
      changes: [
        { what: 'url', to: 'https://hooks.example.com/sms?…' },
        { what: 'description', to: 'Shop' },
        { what: 'eventTypes', to: 'all' },
        { what: 'status', to: 'enabled' },
      ],
    }),
    isRepeatable: true,
  }),
  updateWebhook: ofWebhook(async (_, id) => ({
    body: { url: 'https://hooks.example.com/texts', eventTypes: ['messaging.message.failed'] },
    told: always({
      ...as('webhook', id),
      changes: [
        { what: 'url', from: 'https://hooks.example.com/sms', to: 'https://hooks.example.com/texts' },
        { what: 'eventTypes', from: 'all', to: 'messaging.message.failed' },
      ],
    }),
  })),
  removeWebhook: ofWebhook(async (_, id) => ({
    told: always({ ...as('webhook', id), changes: [{ what: 'url', from: 'https://hooks.example.com/sms' }] }),
  })),
  disableWebhook: ofWebhook(async (_, id) => ({
    told: always({
      ...as('webhook', id),
      changes: [{ what: 'status', from: 'enabled', to: 'disabled' }],
    }),
  })),
  enableWebhook: ofWebhook(async (world, id) => {
    await hookCall(world, `${id}/disable`);
    const changes = [{ what: 'status', from: 'disabled', to: 'enabled' }];
    return { told: always({ ...as('webhook', id), changes }) };
  }),
  rotateWebhookSecret: ofWebhook(async () => ({ isRepeatable: true })),
  replayWebhook: ofWebhook(async (world, id) => ({
    body: { eventId: await failedEvent(world, id) },
    isRepeatable: 'later',
  })),
  replayWebhookDeliveries: ofWebhook(async (world, id) => {
    await failedEvent(world, id);
    return { body: {} };
  }),
  updateUser: async (world) => {
    const user = await memberUser(world);
    const changes = [{ what: 'role', from: 'viewer', to: 'editor' }];
    return { path: [user.userId], body: { role: 'editor' }, told: always({ ...asUser(user), changes }) };
  },
  removeUser: async (world) => {
    const user = await memberUser(world);
    const { id } = await keyOf(world, { createdBy: { kind: 'user', id: user.userId } });
    const changes = [
      { what: 'role', from: 'viewer' },
      { from: id, to: 'revoked' },
    ];
    return { path: [user.userId], told: always({ ...asUser(user), changes }) };
  },
  signOutUser: async (world) => {
    const user = await memberUser(world);
    return { path: [user.userId], told: always(asUser(user)), isRepeatable: true };
  },
  inviteUser: async () => ({
    body: { email: emailOf(), role: 'editor' },
    told: (made) => ({ ...as('invitation', made), changes: [{ what: 'role', to: 'editor' }] }),
  }),
  withdrawInvitation: async (world) => {
    const id = await invitationOf(world);
    return { path: [id], told: always(as('invitation', id)) };
  },
  acceptInvitation: answering({ changes: [{ what: 'role', to: 'editor' }] }),
  declineInvitation: answering({}),
  updateSettings: async ({ account: { accountId } }) => ({
    body: { timeZone: 'America/Chicago', maxSegments: 5, countries: ['US'] },
    told: always({
      ...as('account', accountId),
      changes: [
        { what: 'timeZone', to: 'America/Chicago' },
        { what: 'maxSegments', from: '10', to: '5' },
        { what: 'countries', from: '[]', to: '["US"]' },
      ],
    }),
  }),

  createAccount: async () => {
    const name = `Audited ${randomPhone().slice(1)}`;
    return {
      body: { name, dailyQuota: 5 },
      told: (made) => ({
        ...as('account', made),
        changes: [
          { what: 'name', to: name },
          { what: 'dailyQuota', to: '5' },
        ],
      }),
      logs: (made) => [made, undefined],
    };
  },
  closeAccount: async ({ account: { accountId } }) => ({
    path: [accountId],
    ...{ told: always(as('account', accountId)), logs: () => [accountId, undefined] },
  }),
  addAccountCredits: async ({ account: { accountId } }) => ({
    path: [accountId],
    body: { sms: 5, mms: -3 },
    told: always({
      ...as('account', accountId),
      changes: [
        { what: 'smsCredits', to: '5' },
        { what: 'mmsCredits', from: '3' },
      ],
    }),
    isRepeatable: true,
  }),
  addAccountNumber: async ({ account: { accountId } }) => {
    const number = randomPhone();
    const changes = [
      { what: 'status', to: 'Active' },
      { what: 'kind', to: '10dlc' },
      { what: 'ratePerSecond', to: '1' },
      { what: 'mmsPerSecond', to: '1' },
    ];
    return { path: [accountId], body: { number }, told: always({ ...as('number', number), changes }) };
  },
  removeAccountNumber: async (world) => {
    const number = await numberOf(world);
    const changes = [{ what: 'status', from: 'Active' }];
    return { path: [world.account.accountId, number], told: always({ ...as('number', number), changes }) };
  },
  moveAccountNumber: async (world) => {
    const number = await numberOf(world);
    const { accountId } = world.account;
    const { accountId: toAccountId } = await createApiAccount(world.service);
    return {
      path: [accountId, number],
      body: { toAccountId },
      told: always({
        ...as('number', number),
        changes: [{ what: 'account', from: accountId, to: toAccountId }],
      }),
      logs: () => [accountId, toAccountId],
    };
  },
  createSender: async ({ account: { accountId } }) => ({
    path: [accountId],
    body: { name: 'Shop', members: [{ identity: 'id:ACME' }] },
    told: (made) => ({ ...as('sender', made), changes: wholeSender('to') }),
    isRepeatable: true,
  }),
  updateSender: async (world) => {
    const { id, accountId } = await senderOf(world);
    const changes = [{ what: 'name', from: 'Shop', to: 'Shops' }];
    return {
      ...{ path: [accountId, id], body: { name: 'Shops' } },
      told: always({ ...as('sender', id), changes }),
    };
  },
  deleteSender: async (world) => {
    const { id, accountId } = await senderOf(world);
    return { path: [accountId, id], told: always({ ...as('sender', id), changes: wholeSender('from') }) };
  },
  addLinkDomain: async ({ account: { accountId } }) => {
    const domain = linkDomainOf(accountId);
    return { path: [accountId], body: { domain }, told: always(as('linkDomain', domain)) };
  },
  removeLinkDomain: async ({ service, account: { accountId } }) => {
    const domain = linkDomainOf(accountId);
    await addLinkDomain(service.deps, { accountId, domain });
    return { path: [accountId, domain], told: always(as('linkDomain', domain)) };
  },
  updateOperatorSettings: async ({ account: { accountId } }) => ({
    path: [accountId],
    body: { dailyQuota: 7 },
    told: always({
      ...as('account', accountId),
      changes: [{ what: 'dailyQuota', from: '200000', to: '7' }],
    }),
  }),
  inviteOperator: async () => {
    const email = emailOf();
    const changes = [{ what: 'role', to: 'operator' }];
    return {
      body: { email },
      told: (made) => ({ ...as('user', made), related: email, changes }),
      logs: () => [undefined],
    };
  },
  removeOperatorUser: async (world) => {
    const { accountId } = world.account;
    const user = await memberUser(world);
    const { userId } = user;
    const { id } = await keyOf(world, { createdBy: { kind: 'user', id: userId } });
    const [role, ended] = [
      { what: 'role', from: 'viewer' },
      { from: id, to: 'revoked' },
    ];
    return {
      path: [userId],
      told: (_, log) => ({
        ...asUser(user),
        changes:
          log === undefined ? [{ what: 'role', from: `viewer of ${accountId}` }, ended] : [role, ended],
      }),
      logs: () => [accountId, undefined],
    };
  },
  signOutOperatorUser: async (world) => {
    const user = await memberUser(world);
    const told = always(asUser(user));
    return { path: [user.userId], told, logs: () => [undefined], isRepeatable: true };
  },
  redriveDeadLetters: async () => ({
    path: ['message'],
    ...{ told: always(as('queue', 'message')), logs: () => [undefined], isRepeatable: true },
  }),
};

/** Returns the id of an event whose delivery to the endpoint has failed for good. */
async function failedEvent(world: AuditedWorld, endpointId: string): Promise<string> {
  const { body } = await hookCall(world, `${endpointId}/test`);
  await hookCall(world, `${endpointId}/disable`);
  const { eventId } = body as { eventId: string };
  const deliveries = { path: `/console/api/webhooks/${endpointId}/deliveries`, headers: world.admin.headers };
  for (let attempt = 0; attempt < 300; attempt++) {
    const { body: page } = await callApi(world.service, deliveries);
    if ((page as { results: Array<{ status: string }> }).results.some(({ status }) => status === 'failed'))
      break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await hookCall(world, `${endpointId}/enable`);
  return eventId;
}
