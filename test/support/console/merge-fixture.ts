import { createGroup } from '../../../shared/audience/groups/create-group';
import { expectSoon } from '../service/api-sending';
import { type SendingService, useSendingService } from '../service/sending-service';
import { type ApiAnswer, callApi, randomPhone } from '../service/service';
import { type ConsoleUser, createConsoleUser } from './console-user';

interface Preview {
  version: string;
  fills: Array<{ field: string }>;
  differs: Array<{ field: string }>;
  tags: Array<{ group: string; tag: string }>;
  groupsLeft: Array<{ id: string }>;
}

const encoded = encodeURIComponent;
const mergeOf = (phone: string) => `/console/api/contacts/${encoded(phone)}/merge`;

/** Path of a contact in the API. */
export const pathOf = (phone: string) => `/api/v1/contacts/by-phone/${encoded(phone)}`;
/** Status and error code of an answer. */
export const refusalOf = ({ status, body }: ApiAnswer) => [status, (body as { code?: number }).code];
/** State for which a request is refused with 33111. */
export const stateOf = ({ body }: ApiAnswer) => (body as { details?: { status?: string } }).details?.status;
export const pointersOf = ({ body }: ApiAnswer) =>
  (body as { details: { errors: Array<{ pointer: string }> } }).details.errors.map(({ pointer }) => pointer);

/** Account whose administrator merges contacts, one for the test file. */
export function useMerges() {
  const fixture = useSendingService({ smsCredits: 100 }, { account: 'ofFile' });
  let admin: ConsoleUser | undefined;
  beforeAll(async () => {
    const { accountId } = fixture.account;
    admin = await createConsoleUser(fixture.service, { accountId, role: 'admin' });
  });
  const adminOrThrow = () => {
    if (!admin) throw new Error('The administrator is there from the first hook or test on');
    return admin;
  };
  const asAdmin = (path: string, request: { method?: string; body?: object } = {}) =>
    callApi(fixture.service, { path, headers: adminOrThrow().headers, ...request });
  const asKey = (method: string, path: string, body?: object) =>
    callApi(fixture.service, { account: fixture.account, method, path, body });
  return {
    ...{ fixture, asAdmin, asKey },
    ...mergeCalls(fixture, adminOrThrow),
    ...contactCalls(fixture, asKey),
    ...consentCalls(asAdmin),
    ...campaignCalls(fixture, asKey),
  };
}

type AsKey = (method: string, path: string, body?: object) => Promise<ApiAnswer>;
type AsAdmin = (path: string, request?: { method?: string; body?: object }) => Promise<ApiAnswer>;

function mergeCalls(fixture: SendingService, admin: () => ConsoleUser) {
  const askPreview = (phone: string, double: string, user = admin()) =>
    callApi(fixture.service, {
      path: `${mergeOf(phone)}?double=${encoded(double)}`,
      headers: user.headers,
    });
  const preview = async (phone: string, double: string) => {
    const answer = await askPreview(phone, double);
    expect(answer.status).toBe(200);
    return answer.body as Preview;
  };
  const askMerge = (phone: string, body: object, user = admin()) =>
    callApi(fixture.service, { method: 'POST', path: mergeOf(phone), headers: user.headers, body });
  /** Merges as a user does, who looks at both before. */
  const merge = async (phone: string, double: string, take: string[] = []): Promise<ApiAnswer> => {
    const { version } = await preview(phone, double);
    return askMerge(phone, { double, version, take });
  };
  return { askPreview, preview, askMerge, merge };
}

function contactCalls(fixture: SendingService, asKey: AsKey) {
  const read = async (phone: string) => (await asKey('GET', pathOf(phone))).body as Record<string, unknown>;
  const join = async (phone: string, groupId: string, optInMode = 'DIRECT') =>
    expect((await asKey('POST', `${pathOf(phone)}/groups/${groupId}`, { optInMode })).status).toBe(200);
  return {
    ...{ read, join },
    /** Creates a contact in groups. @returns its number */
    contact: async (body: object, ...groupIds: string[]): Promise<string> => {
      const phone = randomPhone();
      expect((await asKey('POST', pathOf(phone), body)).status).toBe(201);
      for (const groupId of groupIds) await join(phone, groupId);
      return phone;
    },
    group: async (name: string) => {
      const { accountId, from } = fixture.account;
      const group = await createGroup(fixture.service.deps, { accountId, name, optInType: 'SINGLE', from });
      return group.id;
    },
    membersOf: async (id: string) =>
      ((await asKey('GET', `/api/v1/groups/${id}`)).body as { contactCount: number }).contactCount,
    groupsOf: async (phone: string) =>
      ((await read(phone)).groups as Array<{ id: string }>).map(({ id }) => id),
  };
}

function consentCalls(asAdmin: AsAdmin) {
  const ofContact = (phone: string, name: string) => `/console/api/contacts/${encoded(phone)}/${name}`;
  return {
    consentOf: async (phone: string) => {
      const { body } = await asAdmin(ofContact(phone, 'consent'));
      return (body as { results: Array<{ action: string; groupId?: string }> }).results;
    },
    optOut: async (phone: string) => {
      const request = { method: 'POST', body: { source: 'kiosk' } };
      expect((await asAdmin(ofContact(phone, 'opt-out'), request)).status).toBe(200);
    },
    textsOf: async (phone: string) => {
      const { body } = await asAdmin(ofContact(phone, 'messages'));
      const { results } = body as { results: Array<{ message: { body: string } }> };
      return results.map(({ message }) => message.body).sort();
    },
  };
}

function campaignCalls(fixture: SendingService, asKey: AsKey) {
  return {
    /** Sends a campaign to a group, to its end. */
    sendCampaign: async (groupId: string, body: string) => {
      const launched = await asKey('POST', '/api/v1/campaigns', {
        ...{ name: 'Hours', from: fixture.account.from, purpose: 'informational', launch: true, body },
        audience: { groups: [groupId] },
      });
      expect(launched.status).toBe(201);
      const path = `/api/v1/campaigns/${(launched.body as { id: string }).id}`;
      await expectSoon(async () =>
        expect((await asKey('GET', path)).body).toMatchObject({ status: 'completed' }),
      );
    },
  };
}
