import { handler } from '../../../../functions/http/send-message';
import { getPlatform } from '../../../../shared/platform/platform';
import { callHandler } from '../../../support/routes/call-handler';
import { useEngine } from '../../../support/engines/engine';
import { countRoundTrips } from '../../../support/engines/round-trips';
import { createScriptedProvider, REFUSED } from '../../../support/sending/scripted-provider';
import { createSendingAccount, type SendingAccount } from '../../../support/sending/sending-account';

const engine = useEngine({ setsEnvironment: true });
let account: SendingAccount;

const provider = createScriptedProvider();
beforeEach(async () => {
  Object.assign(getPlatform(), { provider });
  account = await createSendingAccount(engine);
});

const post = (body: object = {}) => {
  const { authorization, to, from } = account;
  return callHandler(handler, {
    authorization,
    body: { to, from, body: 'Hello {{trackingLink "go.example.com/a"}}', ...body },
  });
};

const READ = ['GetCommand', 'BatchGetCommand'];
const CLAIM = ['TransactWriteCommand'];
const SETTLE = ['TransactWriteCommand'];
/** Steps of an outcome without a key, which changes only the message. */
const SETTLE_ALONE = ['UpdateCommand'];

describe('round trips to DynamoDB of a single send, one after another', () => {
  it('are 4 on a warm instance, with a key and links too', async () => {
    await post();
    expect(await countRoundTrips(() => post({ idempotencyKey: 'order:1' }))).toEqual({
      steps: [READ, ['UpdateCommand'], CLAIM, SETTLE],
    });
  });

  it('are 4 also for the first request of a rate-limit window', async () => {
    await post();
    const table = getPlatform().table;
    await table.delete({ Key: { pk: `RATE#${account.accountId}#message`, sk: 'RATE' } });
    expect(await countRoundTrips(post)).toEqual({ steps: [READ, ['PutCommand'], CLAIM, SETTLE_ALONE] });
  });

  it('are 5 on an instance that sees the API key for the first time', async () => {
    expect(await countRoundTrips(post)).toEqual({
      steps: [['GetCommand'], ['UpdateCommand', 'BatchGetCommand'], ['PutCommand'], CLAIM, SETTLE_ALONE],
    });
  });

  it('are 4 for a message that the provider refuses', async () => {
    await post();
    provider.script(REFUSED);
    expect((await countRoundTrips(() => post({ idempotencyKey: 'order:1' }))).steps).toHaveLength(4);
  });

  it('are 2 for a replay', async () => {
    await post({ idempotencyKey: 'order:1' });
    expect(await countRoundTrips(() => post({ idempotencyKey: 'order:1' }))).toEqual({
      steps: [READ, ['PutCommand']],
    });
  });
});
