import { updateAccount } from '../../../../shared/accounts/account-store';
import { contactKey } from '../../../../shared/platform/store/keys';
import { readContact } from '../../../../shared/audience/contacts/contact';
import { useEngine } from '../../../support/engines/engine';
import { createJobsFixture, type JobsFixture, START } from '../../../support/sending/jobs-fixture';
import { REFUSED, UNAVAILABLE, UNKNOWN } from '../../../support/sending/scripted-provider';
import { createSendingFixture, TO } from '../../../support/sending/sending-fixture';

const engine = useEngine();
const ONE_MINUTE_MS = 60_000;

async function lastTextedAt(accountId: string, phone: string): Promise<string | undefined> {
  const item = await engine.table.get(contactKey(accountId, phone));
  return item && readContact(item).lastTextedAt;
}

async function createSending({ isTracked }: { isTracked: boolean }) {
  const sending = await createSendingFixture(engine.table);
  const { accountId } = sending;
  await updateAccount({ table: engine.table, accountId, changes: { trackLastTexted: isTracked } });
  return { ...sending, lastTextedAt: () => lastTextedAt(accountId, TO) };
}

describe('rules E3: the time of the last text to a contact, of a single send', () => {
  it('is recorded with the setting alone', async () => {
    const tracked = await createSending({ isTracked: true });
    await tracked.send();
    expect(await tracked.lastTextedAt()).toBe(START);
    const untracked = await createSending({ isTracked: false });
    await untracked.send();
    expect(await untracked.lastTextedAt()).toBeUndefined();
  });

  it('is that of the latest one, and changes nothing else of the contact', async () => {
    const sending = await createSending({ isTracked: true });
    const before = await engine.table.get(contactKey(sending.accountId, TO));
    await sending.send();
    sending.advance(ONE_MINUTE_MS);
    await sending.send();
    expect(await sending.lastTextedAt()).toBe('2026-03-01T12:01:00.000Z');
    const after = await engine.table.get(contactKey(sending.accountId, TO));
    expect(after).toEqual({ ...before, lastTextedAt: '2026-03-01T12:01:00.000Z' });
  });

  it.each([
    ['refused', REFUSED, undefined],
    ['not taken', UNAVAILABLE, undefined],
    ['answered by nothing', UNKNOWN, START],
  ])('of a text that is %s', async (_, answer, expected) => {
    const sending = await createSending({ isTracked: true });
    sending.provider.script(answer);
    await sending.send();
    expect(await sending.lastTextedAt()).toBe(expected);
  });

  it('may fail to be recorded: the text is sent, and once', async () => {
    const sending = await createSending({ isTracked: true });
    const update = engine.table.update.bind(engine.table);
    engine.table.update = async (input) => {
      if (JSON.stringify(input).includes('lastTextedAt')) throw new Error(`No room for ${TO}`);
      return update(input);
    };
    const outcome = await sending.send({ idempotencyKey: 'once' });
    engine.table.update = update;
    expect(outcome).toMatchObject({ status: 201, body: { status: 'sent' } });
    await sending.send({ idempotencyKey: 'once' });
    expect(sending.provider.taken).toHaveLength(1);
    expect(sending.log.lines.join('\n')).toContain('was not recorded at its contact');
    expect(sending.log.lines.join('\n')).not.toContain(TO);
  });
});

describe('rules E3: the time of the last text to a contact, of a broadcast', () => {
  const all = async (jobs: JobsFixture) =>
    Promise.all(jobs.phones.map((phone) => lastTextedAt(jobs.accountId, phone)));

  it('is recorded for each recipient who was texted, and for no one without the setting', async () => {
    const jobs = await createJobsFixture(engine.table, { contacts: 60, trackLastTexted: true });
    const take = jobs.answer.current;
    const [refused] = jobs.phones;
    jobs.answer.current = (message) => (message.to === refused ? REFUSED : take(message));
    await jobs.broadcast();
    await jobs.runToEnd();
    const [first, ...others] = await all(jobs);
    expect(first).toBeUndefined();
    expect(new Set(others)).toEqual(new Set([START]));
    await jobs.setAccount({ trackLastTexted: false });
    jobs.advance(ONE_MINUTE_MS);
    await jobs.broadcast();
    await jobs.runToEnd();
    expect(await all(jobs)).toEqual([first, ...others]);
  });
});
