import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DocumentedOperation, openApi } from '../support/routes/openapi';
import { buildHookWorld, type HookWorld } from '../schemathesis/world';
import { WEBHOOK_KEY_FILE } from '../../lib/local/credentials';
import { sealCursors } from '../../shared/http/internal/sealed-cursors';
import { writeListCursor } from '../../shared/lists/list-query';
import { COUNT_START, writeCountPlace } from '../../shared/audience/segments/internal/count-place';
import { SERVICE_DATA_DIR } from '../support/service/start-service';
import { type ApiAnswer, callApi } from '../support/service/service';
import { useService } from '../support/service/use-service';

const service = useService();
// The service's key, from its folder.
process.env.CURSOR_KEY = readFileSync(join(process.env[SERVICE_DATA_DIR] ?? '', WEBHOOK_KEY_FILE), 'utf8');
let world: HookWorld;
/** Path of each list, by operation. */
let paths: Record<string, string>;
/** Cursors from the lists, by operation. */
const given: Record<string, string> = {};

const first = (pool: string) => encodeURIComponent(world.pools[pool]?.[0] ?? '');

beforeAll(async () => {
  world = await buildHookWorld(service, 1);
  const [own, console] = ['/api/v1', '/console/api'];
  paths = {
    listBroadcastRecipients: `${own}/messaging/broadcast/${first('broadcasts')}/recipients`,
    listBatchRecipients: `${own}/messaging/batch/${first('batches')}/recipients`,
    listContacts: `${own}/contacts`,
    listSegments: `${own}/segments`,
    listCampaigns: `${own}/campaigns`,
    listCampaignRecipients: `${own}/campaigns/${first('scheduledCampaigns')}/recipients`,
    listAutomations: `${own}/automations`,
    listAutomationPeople: `${own}/automations/${first('automations')}/people`,
    listImports: `${own}/contacts/imports`,
    listImportsWithPeople: `${console}/imports`,
    listInbox: `${console}/inbox`,
    getConversation: `${console}/inbox/${first('texting')}`,
    listContactMessages: `${console}/contacts/${first('phones')}/messages`,
    listJobs: `${console}/jobs`,
    listMessageLog: `${console}/messages`,
    listWebhookDeliveries: `${console}/webhooks/${first('replayedWebhook')}/deliveries`,
    listAudit: `${console}/audit`,
    listServiceAudit: `${console}/operator/audit`,
  };
  for (const [operation, path] of Object.entries(paths)) {
    const cursor = findCursor((await get(`${path}?limit=1`)).body);
    if (cursor !== undefined) given[operation] = cursor;
  }
});

const get = (path: string) => {
  const { authorization, session, account } = world;
  return callApi(service, {
    path,
    headers: path.startsWith('/console/') ? { ...session, 'x-account': account } : { authorization },
  });
};
/** Returns the cursor of an answer; a conversation has it one level deeper. */
function findCursor(body: unknown): string | undefined {
  const { nextCursor, messages } = body as { nextCursor?: string; messages?: { nextCursor?: string } };
  return nextCursor ?? messages?.nextCursor;
}
const pointersOf = ({ status, body }: ApiAnswer) => {
  const { code, details } = body as { code?: number; details?: { errors: Array<{ pointer: string }> } };
  return [status, code, ...(details?.errors ?? []).map(({ pointer }) => pointer)];
};

function isList({ parameters = [] }: DocumentedOperation): boolean {
  return parameters.some((one) => one.in === 'query' && one.name === 'cursor');
}

describe('E1: the cursor of a list', () => {
  it('is looked at here for every list that has one', () => {
    const lists = Object.values(openApi.paths).flatMap(({ get: operation }) =>
      operation && isList(operation) ? [operation.operationId] : [],
    );
    expect(Object.keys(paths).sort()).toEqual(lists.sort());
    expect(Object.keys(given).length).toBeGreaterThanOrEqual(8);
  });

  it('goes on where the page before ended', async () => {
    for (const [operation, cursor] of Object.entries(given)) {
      const answer = await get(`${paths[operation]}?limit=1&cursor=${cursor}`);
      expect([operation, answer.status]).toEqual([operation, 200]);
    }
  });

  it('is refused when it is of another list, cut, changed, or nonsense', async () => {
    for (const [operation, path] of Object.entries(paths)) {
      const own = given[operation] ?? given.listContacts ?? '';
      const foreign = Object.entries(given).filter(([other]) => other !== operation);
      const changed = own.startsWith('A') ? `B${own.slice(1)}` : `A${own.slice(1)}`;
      const cursors = [
        ...foreign.map(([, cursor]) => cursor),
        ...[own.slice(1), own.slice(0, -1), own.slice(0, 16), `${own}A`, `${own}=`, changed, `${own},${own}`],
        ...['x', '0', '-1', 'null', '%00', '%F0%9F%98%80', '__proto__', 'e30', 'A'.repeat(3_000)],
      ];
      const answers = await Promise.all(
        cursors.map(async (cursor) => [cursor, ...pointersOf(await get(`${path}?cursor=${cursor}`))]),
      );
      expect([operation, answers]).toEqual([
        operation,
        cursors.map((cursor) => [cursor, 400, 33100, '?cursor']),
      ]);
    }
  });

  it.each([
    ['inbox', 'listInbox', '2020-01-01T00:00:00.000Z#msg_1'],
    ['audit', 'listAudit', 'aud_0'],
  ])('can be of a place of the %s where nothing is kept any more', async (list, operation, place) => {
    const own = writeListCursor({ accountId: world.account, list }, place);
    const scope = { accountId: world.account, operationId: operation, pathParameters: {} };
    const { nextCursor: cursor } = (await sealCursors({ nextCursor: own }, scope)) as { nextCursor: string };
    const { status, body } = await get(`${paths[operation]}?cursor=${cursor}`);
    expect([status, (body as { results: unknown[] }).results]).toEqual([200, []]);
  });

  it('is refused when the caller has made it for the own account', async () => {
    for (const [operation, path] of Object.entries(paths)) {
      const made = writeListCursor({ accountId: world.account, list: operation }, 'con_0');
      expect([operation, pointersOf(await get(`${path}?cursor=${made}`))]).toEqual([
        operation,
        [400, 33100, '?cursor'],
      ]);
    }
  });

  it('is refused when it goes with another query', async () => {
    const others = {
      ...{ listContacts: 'optedOut=true', listCampaigns: 'status=draft' },
      ...{ listAudit: 'actor=x', listServiceAudit: 'actor=x' },
    };
    for (const [operation, query] of Object.entries(others)) {
      const answer = await get(`${paths[operation]}?${query}&cursor=${given[operation]}`);
      expect(pointersOf(answer)).toEqual([400, 33100, '?cursor']);
    }
  });
});

describe('E3: the cursor of a preview', () => {
  const body = { audience: { everyone: true } };
  const PREVIEW = 'previewSegment';
  const preview = (cursor: string, asked: unknown = body) =>
    callApi(service, {
      ...{ method: 'POST', path: `/api/v1/segments/preview?cursor=${cursor}`, body: asked },
      headers: { authorization: world.authorization },
    });
  const write = () => {
    const { position, counts } = COUNT_START;
    const place = writeCountPlace({
      position: position.map(() => 'end' as const),
      counts: counts.map((count, shard) => ({ ...count, allowed: 10 + shard, hardOptedOut: 1 })),
      lookUps: 0,
    });
    const filter = { audience: JSON.stringify(body.audience) };
    return writeListCursor({ accountId: world.account, list: 'preview', filter }, place);
  };
  const seal = async (cursor: string) => {
    const scope = { accountId: world.account, operationId: PREVIEW, pathParameters: {} };
    return ((await sealCursors({ nextCursor: cursor }, scope)) as { nextCursor: string }).nextCursor;
  };

  it('goes on from what was counted', async () => {
    const { status, body: counted } = await preview(await seal(write()));
    expect([status, counted]).toEqual([
      200,
      {
        ...{ matched: 296, sendable: 280, blocked: { notOptedIn: 0, hardOptedOut: 16 } },
        ...{ isComplete: true, sample: [] },
      },
    ]);
  });

  it('is refused with another audience, of a list, made by the caller, and as nonsense', async () => {
    const own = await seal(write());
    const answers = await Promise.all([
      preview(own, { audience: { everyone: true, excludeGroups: [] } }),
      ...[given.listContacts ?? '', write(), own.slice(1), 'x', '%00'].map((cursor) => preview(cursor)),
    ]);
    expect(answers.map(pointersOf)).toEqual(answers.map(() => [400, 33100, '?cursor']));
  });
});
