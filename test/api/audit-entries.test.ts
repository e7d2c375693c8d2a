import type { AuditEntry } from '../../shared/audit/audit-entry';
import { auditItem } from '../../shared/audit/audit-entry';
import type { ConsoleRoute, Route } from '../../shared/http/route';
import { isAudited } from '../../shared/http/route';
import { auditPk } from '../../shared/platform/store/keys';
import { AUDITED_CHANGES, type AuditedChange, type AuditedWorld } from '../support/routes/audited-changes';
import { type ConsoleUser, createConsoleUser } from '../support/console/console-user';
import { DECLARED } from '../support/routes/declared-routes';
import { type ApiAnswer, callApi, createApiAccount } from '../support/service/service';
import { useService } from '../support/service/use-service';

const service = useService();
/** Changes that hold for every account, and so for every other test: see `console-pause-all.test.ts`. */
const OF_ALL_ACCOUNTS = ['pauseAllSending', 'resumeAllSending'];
const AUDITED = DECLARED.map(({ route }) => route)
  .filter(isAudited)
  .filter(({ operationId }) => !OF_ALL_ACCOUNTS.includes(operationId));

async function entriesOf(accountId: string | undefined): Promise<AuditEntry[]> {
  const items = await service.deps.table.queryAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': auditPk(accountId) },
    ConsistentRead: true,
  });
  return items.map(auditItem.read);
}

async function openWorld(): Promise<AuditedWorld> {
  const account = await createApiAccount(service);
  const { accountId } = account;
  const [admin, operator] = await Promise.all([
    createConsoleUser(service, { accountId, role: 'admin' }),
    createConsoleUser(service, { accountId, role: 'operator' }),
  ]);
  return { service, account, admin, operator };
}

/** Returns the caller: the API key where the route takes one, else the user that the route is for. */
function callerOf(route: Route | ConsoleRoute, { by }: AuditedChange, { admin, operator }: AuditedWorld) {
  if (by) return by;
  if (route.authentication === 'basic') return undefined;
  return route.authentication === 'user' ? operator : admin;
}

function request(
  route: Route | ConsoleRoute,
  change: AuditedChange,
  world: AuditedWorld,
): Promise<ApiAnswer> {
  const { path: values = [], query, body } = change;
  const rest = [...values];
  const path = route.path.replace(/\{\w+\}/g, () => encodeURIComponent(rest.shift() ?? ''));
  const user = callerOf(route, change, world);
  return callApi(service, {
    ...(user ? { headers: user.headers } : { account: world.account }),
    ...{ method: route.method, path: query === undefined ? path : `${path}?${query}` },
    ...(body && { body }),
  });
}

const authorOf = (user: ConsoleUser | undefined, { account }: AuditedWorld) =>
  user
    ? { actor: { type: 'user', id: user.userId, email: user.email }, channel: 'console' }
    : { actor: { type: 'apiKey', id: account.apiKeyId }, channel: 'api' };

/** Numbers of entries that two same requests may leave, by `isRepeatable`. */
const ENTRIES_OF_TWO: Readonly<Record<string, number[]>> = { false: [1], true: [2], later: [1, 2] };

describe('E6: the audit log', () => {
  it('is tested of each route that changes something', () => {
    expect(Object.keys(AUDITED_CHANGES).sort()).toEqual(AUDITED.map(({ operationId }) => operationId).sort());
  });

  it.each(AUDITED.map((route) => [route.operationId, route] as const))(
    'has one entry of %s, and none of a repeat that changes nothing',
    async (operationId, route) => {
      const world = await openWorld();
      const change = await AUDITED_CHANGES[operationId]?.(world);
      if (!change) throw new Error(`test/support/routes/audited-changes.ts does not know ${operationId}`);
      const { accountId } = world.account;
      const known = new Set(
        [...(await entriesOf(accountId)), ...(await entriesOf(undefined))].map(({ id }) => id),
      );
      const user = callerOf(route, change, world);
      const { actor, channel } = authorOf(user, world);
      /** Returns new entries of the actor, since all tests share the log above accounts. */
      const newOf = async (log: string | undefined) =>
        (await entriesOf(log)).filter((entry) => !known.has(entry.id) && entry.actor.id === actor.id);

      const answer = await request(route, change, world);
      if (answer.status >= 300) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
      const made = String((answer.body as { id?: unknown }).id);
      const logs = change.logs?.(made) ?? [accountId];
      const none = [accountId, undefined].filter((log) => !logs.includes(log));
      for (const log of none) expect([log, await newOf(log)]).toEqual([log, []]);
      for (const log of logs) {
        const [entry, ...others] = await newOf(log);
        const { id: _, at: _at, ...told } = entry ?? ({} as AuditEntry);
        const expected = { actor, channel, action: operationId, outcome: 'done', ...change.told(made, log) };
        expect([told, others]).toEqual([expected, []]);
      }
      await request(route, change, world);
      for (const log of logs) {
        expect(ENTRIES_OF_TWO[String(change.isRepeatable ?? false)]).toContain((await newOf(log)).length);
      }
    },
  );
});
