import { readOutbox } from '../../../../support/engines/outbox-items';
import { updateAccount } from '../../../../../shared/accounts/account-store';
import { type OutboxEntry, readOutboxItem } from '../../../../../shared/outbox/outbox';
import { followLink } from '../../../../../shared/sending/links/follow-link';
import { useEngine } from '../../../../support/engines/engine';
import { createQuietLog } from '../../../../support/logs/quiet-log';
import { createJobsFixture, type JobsFixture } from '../../../../support/sending/jobs-fixture';
import { createSendingFixture, FROM, TO } from '../../../../support/sending/sending-fixture';
import { linkDomainOf, registerLink } from '../../../../support/service/own-links';
import { receiveInbound } from '../../../../../shared/inbound/receive-inbound';
import { numberOwnerItem } from '../../../../../shared/senders/number-store';

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
const engine = useEngine();

type Feedback = Extract<OutboxEntry, { kind: 'feedback' }>;

/** Lists the messages of an account on which feedback is in the outbox. */
async function feedbackOf(accountId: string): Promise<string[]> {
  const entries = (await readOutbox(engine.table)).map((item) => readOutboxItem(item).entry);
  return entries
    .filter((entry): entry is Feedback => entry.kind === 'feedback' && entry.accountId === accountId)
    .map(({ providerMessageId }) => providerMessageId);
}

const tokenOf = (body: string) => /\?r=(\w*)/.exec(body)?.[1] ?? '';
const follow = (
  deps: Pick<JobsFixture, 'table' | 'clock' | 'ids'>,
  { link, token, userAgent = PHONE }: { link: string; token: string; userAgent?: string },
) => {
  const [host = '', path = ''] = link.split('/');
  const options = { host, path: `/${path}`, token, userAgent, isAutomatic: false };
  return followLink({ ...deps, log: createQuietLog() }, options);
};

describe('rules E12: a click', () => {
  it('on a single text gives feedback once, and not one of a program', async () => {
    const sending = await createSendingFixture(engine.table);
    const { accountId } = sending;
    await updateAccount({ table: engine.table, accountId, changes: { messageFeedback: true } });
    const link = `${linkDomainOf(accountId)}/a`;
    await registerLink(sending, { accountId, link });
    await sending.send({ body: `{{trackingLink "${link}"}}` });
    const token = tokenOf(sending.provider.taken[0]?.body ?? '');
    await follow(sending, { link, token, userAgent: 'WhatsApp/2.23.20.0 A' });
    await follow(sending, { link, token: 'unknown' });
    expect(await feedbackOf(accountId)).toEqual([]);
    await follow(sending, { link, token });
    sending.advance(60_000);
    await follow(sending, { link, token });
    expect(await feedbackOf(accountId)).toEqual(['sim_1']);
  });

  it('on a text of a job gives feedback, by the setting when the job was accepted', async () => {
    const jobs = await createJobsFixture(engine.table, { contacts: 100, messageFeedback: true });
    const { accountId } = jobs;
    const link = `${linkDomainOf(accountId)}/a`;
    await registerLink(jobs, { accountId, link });
    const body = `{{trackingLink "${link}"}}`;
    await jobs.broadcast({ body });
    await jobs.setAccount({ messageFeedback: false });
    await jobs.broadcast({ body });
    await jobs.runToEnd();
    expect(jobs.taken.filter(({ expectsFeedback }) => expectsFeedback)).toHaveLength(100);
    const numbered = jobs.taken.map((message, index) => ({ ...message, id: `sim_${index + 1}` }));
    const told = numbered.find(({ expectsFeedback }) => expectsFeedback);
    const untold = numbered.find(({ expectsFeedback }) => !expectsFeedback);
    for (const message of [told, untold]) await follow(jobs, { link, token: tokenOf(message?.body ?? '') });
    expect(await feedbackOf(accountId)).toEqual([told?.id]);
  });
});

describe('rules E12: which texts expect feedback', () => {
  it('are those with a tracking link that is registered, while the account has the setting', async () => {
    const sending = await createSendingFixture(engine.table);
    const { accountId } = sending;
    const link = `${linkDomainOf(accountId)}/a`;
    await registerLink(sending, { accountId, link });
    const bodies = [`{{trackingLink "${link}"}}`, '{{trackingLink "a.io/b"}}', `https://${link}`, 'Hello'];
    for (const messageFeedback of [false, true]) {
      await updateAccount({ table: engine.table, accountId, changes: { messageFeedback } });
      for (const body of bodies) await sending.send({ body });
    }
    expect(sending.provider.taken.map(({ expectsFeedback }) => expectsFeedback)).toEqual([
      ...Array<undefined>(4).fill(undefined),
      ...[true, undefined, undefined, undefined],
    ]);
  });

  it('are, of a batch, those of the recipients with a link', async () => {
    const jobs = await createJobsFixture(engine.table, { contacts: 10, messageFeedback: true });
    const { accountId } = jobs;
    const link = `${linkDomainOf(accountId)}/a`;
    await registerLink(jobs, { accountId, link });
    const recipients = jobs.phones.map((to, index) => ({
      to,
      body: index < 3 ? `{{trackingLink "${link}"}}` : 'Hello',
    }));
    await jobs.submit('batch', { recipients });
    await jobs.runToEnd();
    const expecting = jobs.taken.filter(({ expectsFeedback }) => expectsFeedback).map(({ to }) => to);
    expect(expecting.sort()).toEqual(jobs.phones.slice(0, 3).sort());
  });
});

describe('rules E12: an answer', () => {
  let texts = 0;
  async function answer(body: string, { messageFeedback = true, answers = ['eum-1'] } = {}) {
    const sending = await createSendingFixture(engine.table);
    const { accountId } = sending;
    await updateAccount({ table: engine.table, accountId, changes: { messageFeedback } });
    await engine.table.put({ Item: numberOwnerItem.item(FROM, { accountId }) });
    const [answeredId] = answers;
    const text = {
      ...{ providerMessageId: `answer-${(texts += 1)}`, rawFrom: TO, to: FROM, body },
      ...(answeredId !== undefined && { answeredId }),
    };
    const receive = () =>
      receiveInbound({ ...sending, keywordReplies: 'off' as const }, text, sending.clock.now());
    await receive();
    await receive();
    return feedbackOf(accountId);
  }

  it.each(['Yes', 'STOP', 'HELP', 'Thanks', 'please remove me from this list'])(
    'gives feedback on the text that it answers, once however often it is delivered: %s',
    async (body) => {
      expect(await answer(body)).toEqual(['eum-1']);
    },
  );

  it('gives none without the setting, or when it names no text', async () => {
    expect(await answer('STOP', { messageFeedback: false })).toEqual([]);
    expect(await answer('STOP', { answers: [] })).toEqual([]);
  });
});
