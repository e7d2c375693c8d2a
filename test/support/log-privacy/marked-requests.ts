import { type OperationId, ROUTES } from '../../../functions/http/routes';
import { exportItem } from '../../../shared/exports/export-item';
import { type Campaign, campaignItem } from '../../../shared/campaigns/record/campaign';
import { contactKey } from '../../../shared/platform/store/keys';
import { exampleRequest } from '../routes/example-request';
import { MARK, markedPhone, markedSender } from './marks';
import { markedAutomations } from './marked-automations';
import type { MarkedWorld } from './marked-world';

/** Request with marked values wherever it can have them. */
export interface MarkedRequest {
  /** Creates the data that the request needs and uses up. */
  prepare?: () => Promise<unknown>;
  pathParameters?: Record<string, string>;
  query?: Record<string, string>;
  /** A string is sent as it is. */
  body?: object | string | undefined;
  headers?: Record<string, string>;
  method?: string;
  rawPath?: string;
}

/** Ids of data for the routes that read and cancel. */
export interface Made {
  messageId: string;
  broadcastId: string;
  batchId: string;
  erasureId: string;
  /** One segment for each deletion, and one that stays. */
  segmentIds: string[];
  importId: string;
  exportId: string;
  /** Exports of the recipients of the broadcast, and of those of the batch. */
  recipientExportIds: Record<'broadcast' | 'batch', string>;
}

const CONTACT = {
  firstName: `${MARK} Anna`,
  lastName: `${MARK} Smith`,
  email: `anna@${MARK}.example.com`,
  birthDate: '1990-04-01',
  address: { street: `${MARK} Street 1`, city: MARK, postalCode: '98101' },
  customFields: { [`${MARK} note`]: `${MARK} value` },
};
const contactItem = (contact: { accountId: string; phoneNumber: string }, run: number) => ({
  ...contactKey(contact.accountId, contact.phoneNumber),
  entity: 'contact',
  id: `con_${run}`,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...contact,
});
const AUDIENCE = { filter: { any: [{ field: 'firstName', op: 'equals', value: `${MARK} Anna` }] } };
const BODY = `${MARK} {{contact_first_name}}`;
/** Returns a key for a single request, so that none is a repetition. */
const keyOf = (run: number) => `${MARK}:key-${run}`;
const contact = (index: number) => ({ phoneNumber: markedPhone(index) });

/**
 * Builds a request of each route that succeeds: that of its declaration, with marks in path, numbers and keys, or one
 * of its own here with more marks.
 *
 * @param run counts up, so that each run can create other data
 */
export function markedRequests(
  world: MarkedWorld,
  made: Made,
): Record<OperationId | 'unknownRoute', (run: number) => MarkedRequest> {
  const { from, groupId } = world;
  const recipients = (run: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      to: markedPhone(index),
      idempotencyKey: `${keyOf(run)}-${index}`,
    }));
  const membership = { ...contact(90), groupId };
  const values = {
    'by-phone': markedPhone(90),
    forecast: markedPhone(90),
    groups: groupId,
    message: made.messageId,
    broadcast: made.broadcastId,
    batch: made.batchId,
    erasures: made.erasureId,
    segments: made.segmentIds[0] ?? '',
    automations: 'aut_marked',
    campaigns: 'cmp_marked',
    imports: made.importId,
    exports: made.exportId,
    join: world.formId,
    docs: 'llms.txt',
  };
  let deletedSegments = 0;
  /** Stores a campaign with a status, another one in each run. */
  const campaignIn = (status: Campaign['status'], body?: object) => (run: number) => {
    const campaign = markedCampaign({ accountId: world.accountId, id: `cmp_${run}`, from, status });
    return {
      prepare: () => world.deps.table.put({ Item: campaignItem.item(campaign, campaign) }),
      pathParameters: { id: campaign.id },
      body,
    };
  };
  const declared = (operationId: OperationId) => (run: number) => {
    const { pathParameters, body } = exampleRequest(operationId, values);
    return { pathParameters, body: body && marked(body, { from, key: keyOf(run) }) };
  };
  const operationIds = ROUTES.map(({ operationId }) => operationId);
  const byDeclaration = Object.fromEntries(operationIds.map((id) => [id, declared(id)])) as Record<
    OperationId,
    (run: number) => MarkedRequest
  >;
  return {
    ...byDeclaration,
    getBroadcastExport: () => ({
      pathParameters: { id: made.broadcastId, exportId: made.recipientExportIds.broadcast },
    }),
    getBatchExport: () => ({
      pathParameters: { id: made.batchId, exportId: made.recipientExportIds.batch },
    }),
    sendMessage: (run) => ({ body: { to: markedPhone(0), from, body: BODY, idempotencyKey: keyOf(run) } }),
    sendBroadcast: (run) => ({
      body: { from, body: BODY, recipients: recipients(run, 100), idempotencyKey: keyOf(run) },
    }),
    sendBatch: (run) => ({
      body: {
        from,
        recipients: recipients(run, 10).map((recipient) => ({ ...recipient, body: BODY })),
        idempotencyKey: keyOf(run),
      },
    }),
    listBroadcastRecipients: () => ({ pathParameters: { id: made.broadcastId }, query: { limit: '10' } }),
    // Another number without a contact in each run.
    createContact: (run) => ({
      pathParameters: { phoneNumber: markedSender(10 + run) },
      body: CONTACT,
    }),
    eraseContact: (run) => {
      const phoneNumber = markedSender(1000 + run);
      const made = { accountId: world.accountId, phoneNumber, memberships: {}, firstName: MARK };
      return {
        prepare: () => world.deps.table.put({ Item: contactItem(made, run) }),
        pathParameters: { phoneNumber },
      };
    },
    updateContact: () => ({ pathParameters: contact(90), body: CONTACT }),
    addMembership: () => ({ pathParameters: membership, body: { optInMode: 'DIRECT' } }),
    listGroups: () => ({ query: { name: MARK } }),
    listContacts: () => ({ query: { search: MARK } }),
    createSegment: () => ({ body: { name: MARK, audience: AUDIENCE } }),
    updateSegment: () => ({
      pathParameters: { id: values.segments },
      body: { name: MARK, audience: AUDIENCE },
    }),
    previewSegment: () => ({ body: { audience: AUDIENCE } }),
    deleteSegment: () => ({ pathParameters: { id: made.segmentIds[++deletedSegments] ?? '' } }),
    createCampaign: (run) => ({ body: { ...CAMPAIGN, from, idempotencyKey: keyOf(run) } }),
    listCampaigns: () => ({ query: { status: 'draft' } }),
    ...markedAutomations(world),
    getCampaign: campaignIn('draft'),
    updateCampaign: campaignIn('draft', { ...CAMPAIGN, from }),
    deleteCampaign: campaignIn('draft'),
    previewCampaign: campaignIn('draft'),
    testCampaign: campaignIn('draft', { to: [markedPhone(0)], asContact: markedPhone(90) }),
    launchCampaign: campaignIn('draft'),
    approveCampaign: campaignIn('awaitingApproval', { comment: MARK }),
    rejectCampaign: campaignIn('awaitingApproval', { reason: MARK }),
    pauseCampaign: campaignIn('scheduled'),
    resumeCampaign: campaignIn('paused'),
    cancelCampaign: campaignIn('scheduled'),
    retryCampaign: campaignIn('completed'),
    listCampaignRecipients: campaignIn('completed'),
    createCampaignExport: campaignIn('completed', { format: 'csv' }),
    getCampaignExport: (run) => {
      const place = { accountId: world.accountId, exportId: world.deps.ids.next('exp') };
      const jobId = `cmp_${run}`;
      const made = {
        id: place.exportId,
        accountId: world.accountId,
        format: 'csv' as const,
        source: { kind: 'campaign' as const, jobId },
        ...{ status: 'running' as const, rows: 0, attempts: 0 },
        createdAt: world.deps.clock.now().toISOString(),
      };
      return {
        prepare: () =>
          world.deps.table.put({
            Item: exportItem.item(place, exportItem.read({ ...exportItem.key(place), ...made })),
          }),
        pathParameters: { id: jobId, exportId: place.exportId },
      };
    },
    submitForm: (run) => ({
      pathParameters: { formId: world.formId },
      query: { lang: MARK },
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': MARK },
      body: new URLSearchParams({ phone: markedSender(10 + (run % 80)), consent: 'yes' }).toString(),
    }),
    unknownRoute: () => ({
      rawPath: `/${MARK}`,
      query: { r: MARK },
      headers: { host: 'go.example.com', 'user-agent': `${MARK}/1.0 (+1 212 555 7300)` },
    }),
  };
}

const CAMPAIGN = { name: MARK, body: BODY, audience: AUDIENCE, purpose: 'informational' as const };

function markedCampaign(own: Pick<Campaign, 'accountId' | 'id' | 'from' | 'status'>): Campaign {
  const { filter } = AUDIENCE;
  const at = '2026-01-01T00:00:00.000Z';
  return campaignItem.read({
    ...campaignItem.key(own),
    ...{
      ...CAMPAIGN,
      ...own,
      audience: { kind: 'people', filter },
      version: 1,
      createdAt: at,
      updatedAt: at,
    },
  });
}

/** Replaces the account's number, recipient and key in an example's body, where it has them. */
function marked(body: object, { from, key }: { from: string; key: string }): object {
  const marks = { to: markedPhone(0), from, idempotencyKey: key };
  return Object.fromEntries(
    Object.entries(body).map(([name, value]: [string, unknown]) => [
      name,
      name in marks ? marks[name as keyof typeof marks] : value,
    ]),
  );
}

/** Builds failing variants of the request, in every way that quotes a mark, and a credential of no account. */
export function spoil(request: MarkedRequest, authorization: string) {
  const wrong = { [MARK]: MARK, to: MARK, from: MARK, body: [MARK], firstName: 7, optInMode: MARK };
  const hasBody = request.body !== undefined;
  const bodies = [wrong, `{"${MARK}`, [`${MARK} ${markedPhone(0)}`], { recipients: [{ to: MARK }] }];
  const parameters = Object.keys(request.pathParameters ?? {});
  const garbled = Object.fromEntries(parameters.map((name) => [name, `${MARK}${markedPhone(0)}`]));
  const elsewhere = Object.fromEntries(
    parameters.map((name) => [name, name === 'phoneNumber' ? markedSender(99) : `grp_${MARK}`]),
  );
  return [
    { ...request, authorization: basic(`${MARK}:${MARK}-secret`) },
    { ...request, authorization: `Basic ${MARK}` },
    { ...request, authorization: '' },
    ...(hasBody ? bodies : []).map((body) => ({ ...request, body, authorization })),
    ...(hasBody ? [{ ...request, headers: { 'content-type': `text/${MARK}` }, authorization }] : []),
    ...(parameters.length > 0 ? [garbled, elsewhere] : []).map((pathParameters) => ({
      ...request,
      pathParameters,
      authorization,
    })),
    { ...request, query: { page: MARK, limit: markedPhone(0), cursor: MARK, status: MARK }, authorization },
  ];
}

const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`;
