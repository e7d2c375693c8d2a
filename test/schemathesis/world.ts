import { createApiKey } from '../../shared/accounts/api-keys';
import { updateAccount } from '../../shared/accounts/account-store';
import { createAccount } from '../../shared/accounts/create-account';
import { createGroup } from '../../shared/audience/groups/create-group';
import { addLinkDomain } from '../../shared/operations/link-domains';
import { addNumber } from '../../shared/senders/number-store';
import { examplesOf, validBody, WITH_BODY } from '../fuzz/operations';
import { buildWorld, PEOPLE } from '../fuzz/world';
import { createConsoleUser } from '../support/console/console-user';
import { linkDomainOf, registerLink } from '../support/service/own-links';
import { everyLimit } from '../support/routes/rate-limits';
import { callApi, createApiAccount, randomPhone, type TestService } from '../support/service/service';

const DRAFTS = 12;
const SPARE_THINGS = 8;
const ERASABLE_CONTACTS = 25;
/** Number of recipients above which campaigns wait for an approval. */
const APPROVAL_ABOVE = 50;
const FAR_AWAY = '2035-03-01T15:00:00Z';
const ACCOUNT_WITHOUT_LIMITS = { rateLimits: everyLimit(1_000_000_000) };

/** Values for the requests of Schemathesis: `test/schemathesis/hooks.py` reads them as JSON. */
export interface HookWorld {
  seed: number;
  authorization: string;
  /** Headers of an operator of the console, without the account. */
  session: Record<string, string>;
  /** User id of that operator, who stays signed in. */
  operator: string;
  account: string;
  spareAccount: string;
  /** Headers that the hooks write, in lower case. */
  signing: string[];
  /** Ids, numbers and names that exist, by kind. */
  pools: Record<string, string[]>;
  /** Bodies that an operation accepts, by operation. */
  bodies: Record<string, Array<Record<string, unknown>>>;
}

/** Creates accounts with data of every kind, so that requests find what they name. */
export async function buildHookWorld(service: TestService, seed: number): Promise<HookWorld> {
  const world = await buildWorld(service);
  const { own } = world;
  const { account, authorization } = own;
  const { accountId, from } = account;
  const { deps } = service;
  const spare = await createApiAccount(service, ACCOUNT_WITHOUT_LIMITS);
  const operator = await createConsoleUser(service, { accountId, role: 'operator' });
  const { 'x-account': _, ...session } = operator.headers;

  const call = async (path: string, body?: unknown, headers?: Record<string, string>) => {
    const answer = await callApi(service, {
      ...{ method: 'POST', path, body },
      ...(headers ? { headers } : { account }),
    });
    if (answer.status >= 300) throw new Error(`POST ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body as { id: string; eventId?: string };
  };
  const callConsole = (path: string, body?: unknown) =>
    call(`/console/api/${path}`, body, { ...session, 'x-account': accountId });
  const several = <Made>(count: number, make: (index: number) => Promise<Made>) =>
    Promise.all(Array.from({ length: count }, (_one, index) => make(index)));

  const groups = await several(SPARE_THINGS, (index) =>
    createGroup(deps, { accountId, name: `Group ${index}`, optInType: 'SINGLE', from, tags: ['vip'] }),
  );
  const segments = await several(DRAFTS, () =>
    call('/api/v1/segments', { name: 'All', audience: { everyone: true } }),
  );
  const automationsOf = (count: number, start: boolean) =>
    several(count, async (index) => {
      const made = await call('/api/v1/automations', {
        ...{ name: `Welcome ${index}`, from, purpose: 'informational', entry: 'once' },
        trigger: { event: 'order.shipped' },
        steps: [{ wait: { days: 1 } }, { send: { body: 'On its way.' } }],
      });
      if (start) await call(`/api/v1/automations/${made.id}/start`);
      return made;
    });
  const automations = await automationsOf(DRAFTS, false);
  const running = await automationsOf(SPARE_THINGS, true);
  const paused = await automationsOf(SPARE_THINGS, true);
  for (const { id } of paused) await call(`/api/v1/automations/${id}/pause`);
  await updateAccount({ table: deps.table, accountId, changes: { approvalAbove: APPROVAL_ABOVE } });
  const awaitingAutomations = await automationsOf(SPARE_THINGS, true);
  const forms = await several(SPARE_THINGS, (index) =>
    callConsole('forms', {
      ...{ group: own.groupId, brand: `Acme ${index}`, description: 'Offers', frequency: 'Once a week' },
      ...{ termsUrl: 'https://example.com/terms', privacyUrl: 'https://example.com/privacy' },
    }),
  );
  const savedReplies = await several(SPARE_THINGS, (index) =>
    callConsole('saved-replies', { title: `Reply ${index}`, text: 'Hello {{contact_first_name}}' }),
  );
  const plan = { from, body: 'Hello {{contact_first_name}}', purpose: 'informational' };
  const few = { filter: { field: 'phoneNumber', op: 'in', value: PEOPLE.slice(0, 20) } };
  const campaigns = await several(DRAFTS, (index) =>
    call('/api/v1/campaigns', {
      ...{ ...plan, name: `Sale ${index}` },
      audience: [
        { everyone: true },
        { segmentId: segments[0]?.id },
        few,
        { groups: [own.groupId], excludeGroups: [groups[0]?.id] },
      ][index % 4],
      ...(index % 3 === 0 && { schedule: { at: FAR_AWAY } }),
    }),
  );
  const launch = (audience: object) =>
    several(SPARE_THINGS, (index) =>
      call('/api/v1/campaigns', {
        ...{ ...plan, name: `Later ${index}`, launch: true, audience, schedule: { at: FAR_AWAY } },
      }),
    );
  const awaiting = await launch({ everyone: true });
  const scheduled = await launch(few);
  const newImport = () => call('/api/v1/contacts/imports', { format: 'csv' });
  const imports = await several(SPARE_THINGS, newImport);
  const uploaded = await several(SPARE_THINGS, async () => {
    const made = await newImport();
    await uploadTo(made, 'Phone,First Name\n+13035559000,Ada\nnone,Bob\n');
    return made;
  });
  const exportOf = (what: string) => call(`/api/v1/${what}/exports`, { format: 'csv' });
  const broadcastExport = await exportOf(`messaging/broadcast/${own.broadcastId}/recipients`);
  const batchExport = await exportOf(`messaging/batch/${own.batchId}/recipients`);
  const campaignExport = await exportOf(`campaigns/${scheduled[0]?.id}/recipients`);
  const webhooks = await several(SPARE_THINGS, (index) =>
    callConsole('webhooks', { url: `https://hooks.example.com/${index}` }),
  );
  const replayed = await callConsole('webhooks', { url: 'https://hooks.example.com/replayed' });
  const delivery = await callConsole(`webhooks/${replayed.id}/test`);
  const links = await several(SPARE_THINGS, async (index) => {
    const link = `${linkDomainOf(accountId)}/${index}`;
    await registerLink(deps, { accountId, link });
    return link;
  });
  // Examples of the document create links under it.
  await addLinkDomain(deps, { accountId, domain: 'go.example.com' });
  const spareDomains = await several(SPARE_THINGS, async (index) => {
    const domain = `go${index}.${linkDomainOf(spare.accountId)}`;
    await addLinkDomain(deps, { accountId: spare.accountId, domain });
    return domain;
  });
  const spareKeys = await several(
    SPARE_THINGS,
    async () => (await createApiKey(deps, accountId))?.key.id ?? '',
  );
  const userWith = async (role: 'viewer' | 'operator') =>
    (await createConsoleUser(service, { accountId, role })).userId;
  const newAccount = async () => (await createAccount(deps, { name: 'Spare', ...ACCOUNT_WITHOUT_LIMITS })).id;
  const spareNumbers = await several(SPARE_THINGS, async () => {
    const number = randomPhone();
    await addNumber(deps, { accountId: spare.accountId, number, status: 'Active' });
    return number;
  });
  const erasable = Array.from({ length: ERASABLE_CONTACTS }, randomPhone);
  await Promise.all(
    erasable.map((phone) => call(`/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`, {})),
  );
  const reviewed = PEOPLE.slice(30, 30 + SPARE_THINGS);
  for (const phone of reviewed) {
    await call('/_local/inbound', { from: phone, to: from, body: 'please stop texting me' });
  }
  for (const body of ['Hello', 'HELP']) {
    await call('/_local/inbound', { from: PEOPLE[1], to: from, body });
  }

  const ids = (made: ReadonlyArray<{ id: string }>) => made.map(({ id }) => id);
  return {
    seed,
    authorization,
    session,
    operator: operator.userId,
    account: accountId,
    spareAccount: spare.accountId,
    signing: ['authorization', 'cookie', 'x-account', 'x-requested-with'],
    pools: {
      phones: [...PEOPLE.slice(0, 25), randomPhone(), from],
      unusedPhones: Array.from({ length: 50 }, randomPhone),
      erasable: [...erasable, randomPhone()],
      reviewed,
      texting: [...reviewed, PEOPLE[1] ?? ''],
      senders: [from],
      spareNumbers,
      spareDomains,
      groups: [own.groupId, ...ids(groups)],
      ownGroup: [own.groupId],
      spareGroups: ids(groups),
      tags: groups.flatMap(({ tags }) => ids(tags)),
      segments: ids(segments),
      campaigns: ids(campaigns),
      automations: ids(automations),
      runningAutomations: ids(running),
      pausedAutomations: ids(paused),
      awaitingAutomations: ids(awaitingAutomations),
      forms: ids(forms),
      savedReplies: ids(savedReplies),
      assignees: await several(2, () => userWith('viewer')),
      awaitingCampaigns: ids(awaiting),
      scheduledCampaigns: ids(scheduled),
      exportedCampaign: ids(scheduled.slice(0, 1)),
      messages: [own.messageId],
      broadcasts: [own.broadcastId],
      batches: [own.batchId],
      imports: [own.importId, ...ids(imports)],
      uploadedImports: ids(uploaded),
      exports: ids(await several(2, () => exportOf('contacts'))),
      broadcastExport: [broadcastExport.id],
      batchExport: [batchExport.id],
      campaignExport: [campaignExport.id],
      erasures: [],
      webhooks: ids(webhooks),
      replayedWebhook: [replayed.id],
      events: [delivery.eventId ?? ''],
      links,
      spareKeys,
      spareUsers: await several(SPARE_THINGS, () => userWith('viewer')),
      spareOperators: await several(SPARE_THINGS, () => userWith('operator')),
      accounts: [...(await several(SPARE_THINGS, newAccount)), spare.accountId],
      spareAccount: [spare.accountId],
      closableAccounts: await several(SPARE_THINGS, newAccount),
      fieldKeys: ['contact_custom_field_1', 'contact_custom_field_2'],
      labels: ['Note', 'Age', 'Topics'],
      names: ['vip', 'All', 'webhook'],
      queues: ['chunk', 'message', 'webhook'],
    },
    bodies: Object.fromEntries(
      WITH_BODY.map((one) => [
        one.operation.operationId,
        examplesOf(one.operation).map((_example, index) => validBody(one, world, index)),
      ]),
    ),
  };
}

async function uploadTo(made: object, text: string): Promise<void> {
  const { url } = (made as { upload: { url: string } }).upload;
  const { status } = await fetch(url, { method: 'PUT', body: text });
  if (status !== 200) throw new Error(`The upload was answered with ${status}`);
}
