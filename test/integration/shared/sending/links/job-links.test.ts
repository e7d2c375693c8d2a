import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { jobMessageId, readJobMessageId } from '../../../../../shared/sending/jobs/results/job-message-id';
import { followLink } from '../../../../../shared/sending/links/follow-link';
import { jobKey, linkTokenKey } from '../../../../../shared/platform/store/keys';
import { useEngine } from '../../../../support/engines/engine';
import { createJobsFixture, type JobsFixture } from '../../../../support/sending/jobs-fixture';
import { sendLinks, tokenIn } from '../../../../support/sending/link-clicks';
import { linkDomainOf, registerLink } from '../../../../support/service/own-links';
import { createQuietLog } from '../../../../support/logs/quiet-log';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const engine = useEngine();
let jobs: JobsFixture;
let host: string;
let path: string;
let paths = 0;
beforeEach(async () => {
  jobs = await createJobsFixture(engine.table, { contacts: 100 });
  path = `/sale${(paths += 1)}`;
  host = linkDomainOf(jobs.accountId);
  await registerLink(jobs, { accountId: jobs.accountId, link: host + path });
});

const send = async () => (await sendLinks(jobs, [host + path])).messages;

const click = (token: string | undefined, userAgent?: string) =>
  followLink({ ...jobs, log: createQuietLog() }, { host, path, token, userAgent, isAutomatic: false });

/** Returns the token of a number that is larger by `step`. */
function neighbourOf(token: string, step: number): string {
  let value = [...token].reduce((sum, digit) => sum * 62n + BigInt(BASE62.indexOf(digit)), 0n) + BigInt(step);
  let text = '';
  for (; text.length < token.length; value /= 62n) text = `${BASE62[Number(value % 62n)]}${text}`;
  return text;
}

async function clickItems(): Promise<Array<Record<string, unknown>>> {
  const client = DynamoDBDocumentClient.from(engine.client);
  const { Items = [] } = await client.send(
    new ScanCommand({
      TableName: engine.table.name,
      FilterExpression: 'entity = :click AND contains(#path, :path)',
      ExpressionAttributeNames: { '#path': 'link' },
      ExpressionAttributeValues: { ':click': 'click', ':path': path },
    }),
  );
  return Items;
}

/** Returns the messages of all recorded clicks. */
const clickedMessages = async () =>
  (await clickItems()).map(({ messageId }) => messageId as string | undefined);

describe('the token of a job’s message', () => {
  it('has 10 characters, differs for each recipient, and stands for its message', async () => {
    const sent = await send();
    expect(new Set(sent.map(({ token }) => token)).size).toBe(100);
    expect(sent.filter(({ token }) => !/^[0-9A-Za-z]{10}$/.test(token))).toEqual([]);
    for (const { token } of sent.slice(0, 5)) await click(token);
    const clicked = await clickedMessages();
    expect(clicked.sort()).toEqual(sent.slice(0, 5).map(({ messageId }) => messageId));
  });

  it('tells nothing of the tokens of other recipients', async () => {
    const [mine] = await send();
    const forged = [-64, -3, -2, -1, 1, 2, 3, 64].map((step) => neighbourOf(mine!.token, step));
    for (const token of forged) {
      expect(await click(token)).toBe('https://example.com/');
      jobs.advance(60_000);
    }
    expect(await clickedMessages()).toEqual(forged.map(() => undefined));
  });
});

describe('clicks of one message', () => {
  it('are kept once a minute, however many come at once', async () => {
    const [mine, other] = await send();
    await Promise.all(Array.from({ length: 20 }, () => click(mine!.token)));
    await click(other!.token);
    expect((await clickedMessages()).sort()).toEqual([mine!.messageId, other!.messageId]);
    // The last millisecond of the minute.
    jobs.advance(59_999 - (jobs.clock.now().getTime() % 60_000));
    await click(mine!.token);
    expect(await clickedMessages()).toHaveLength(2);
    jobs.advance(1);
    await click(mine!.token);
    expect((await clickedMessages()).filter((messageId) => messageId === mine!.messageId)).toHaveLength(2);
  });

  it('are kept apart from those of previews, whichever came first', async () => {
    const [mine] = await send();
    const kinds = async () => (await clickItems()).map(({ userAgentClass }) => userAgentClass as string);
    await click(mine!.token, 'WhatsApp/2.23 preview');
    expect(await kinds()).toEqual(['bot']);
    await click(mine!.token, 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148');
    await click(mine!.token, 'Slackbot-LinkExpanding 1.0');
    await click(mine!.token, 'Mozilla/5.0 (Windows NT 10.0)');
    expect((await kinds()).sort()).toEqual(['bot', 'mobile']);
  });
});

describe('links that were sent before tokens were hidden', () => {
  it('still stand for their messages', async () => {
    const [first] = await send();
    const { jobId } = readJobMessageId(first!.messageId)!;
    await engine.table.put({
      Item: { ...linkTokenKey('aB3dE9'), accountId: jobs.accountId, jobId },
    });
    await click('aB3dE900GX');
    expect(await clickedMessages()).toEqual([jobMessageId({ jobId, chunk: 1, position: 1 })]);
  });

  it('go on as they began, when their job is at work', async () => {
    const jobId = await jobs.broadcast({ body: `{{trackingLink "${host}${path}"}}` });
    await engine.table.update({
      Key: jobKey(jobId),
      UpdateExpression: 'SET linkToken = :old REMOVE linkKey',
      ExpressionAttributeValues: { ':old': 'aB3dE9' },
    });
    await jobs.runToEnd();
    const tokens = new Map(jobs.taken.map(({ messageId, body }) => [messageId, tokenIn(body)]));
    expect(tokens.get(jobMessageId({ jobId, chunk: 1, position: 1 }))).toBe('aB3dE900GX');
  });
});
