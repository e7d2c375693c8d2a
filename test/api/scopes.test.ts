import { ROUTES } from '../../functions/http/routes';
import { createApiKey } from '../../shared/accounts/api-keys';
import { type Scope, SCOPES } from '../../shared/accounts/scopes';
import type { Route } from '../../shared/http/route';
import { exampleRequest } from '../support/routes/example-request';
import { useSendingService } from '../support/service/sending-service';
import { callApi, randomPhone } from '../support/service/service';

const fixture = useSendingService({}, { account: 'ofFile' });

async function keyWith(scopes?: Scope[]) {
  const created = await createApiKey(fixture.service.deps, fixture.account.accountId, { scopes });
  if (!created) throw new Error('No account for the key');
  return { apiKeyId: created.key.id, apiKeySecret: created.secret };
}

const VALUES = {
  'by-phone': randomPhone(),
  forecast: randomPhone(),
  groups: 'grp_none',
  message: 'msg_none',
  broadcast: 'brc_none',
  batch: 'brc_none',
  segments: 'seg_none',
  automations: 'aut_none',
  campaigns: 'cmp_none',
  erasures: 'ers_none',
  imports: 'imp_none',
  exports: 'exp_none',
  join: 'frm_none',
  docs: 'llms.txt',
};
const ROWS = (ROUTES as readonly Route[]).flatMap((route) =>
  route.authentication === 'basic' ? [[route.operationId, route.scope] as const] : [],
);

describe('E6: scopes of API keys', () => {
  it.each(ROWS)('%s takes %s', async (operationId, scope) => {
    const { route, path, body } = exampleRequest(operationId as never, VALUES);
    const request = { method: route.method, path, body };
    const others = await keyWith(SCOPES.filter((one) => one !== scope));
    const refused = await callApi(fixture.service, { ...request, account: others });
    expect(refused).toMatchObject({ status: 403, body: { code: 33112, details: { scope } } });
    for (const account of [await keyWith([scope]), await keyWith()]) {
      const answer = await callApi(fixture.service, { ...request, account });
      expect(answer.status).not.toBe(403);
    }
  });

  it('refuses before the rate limit counts and before the body is looked at', async () => {
    const account = await keyWith(['contacts:read']);
    const send = () =>
      callApi(fixture.service, { account, method: 'POST', path: '/api/v1/messaging/broadcast', body: '{' });
    const answers = [await send(), await send()];
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
    expect(answers[1]?.headers.get('ratelimit')).toMatch(/^"broadcast";r=100000;/);
  });

  it('answers wrong credentials with 401 all the same', async () => {
    const { apiKeyId } = await keyWith(['contacts:read']);
    const account = { apiKeyId, apiKeySecret: 'wrong' };
    expect(await callApi(fixture.service, { account, path: '/api/v1/groups' })).toMatchObject({
      status: 401,
    });
  });
});
