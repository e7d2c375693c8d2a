import { keysOfContact } from '../../../../../shared/audience/contacts/contact-items';
import { findContact } from '../../../../../shared/audience/contacts/find-contact';
import { putBackContact } from '../../../../../shared/audience/contacts/put-back-contact';
import { type CountedEnd, recordTextEnds } from '../../../../../shared/audience/contacts/record-text-ends';
import { optOutContact } from '../../../../../shared/audience/consent/opt-out-contact';
import { requestErasure } from '../../../../../shared/erasure/request-erasure';
import { changeAccount } from '../../../../../shared/operations/change-account';
import type { E164 } from '../../../../../shared/phone-numbers/e164';
import { readByName } from '../../../../../shared/platform/store/read-by-name';
import { recordReceipts } from '../../../../../shared/sending/receipts/record-receipts';
import { countUnits } from '../../../../support/engines/capacity-meter';
import { useEngine } from '../../../../support/engines/engine';
import { createJobsFixture, type JobsFixture, START } from '../../../../support/sending/jobs-fixture';

const engine = useEngine();
let jobs: JobsFixture;
let phone: E164;

beforeEach(async () => {
  jobs = await createJobsFixture(engine.table, { contacts: 100, setAsideNumbers: true });
  phone = jobs.phones[0]!;
});

const minutesLater = (minutes: number) => new Date(Date.parse(START) + minutes * 60_000).toISOString();
const end = (minutes: number, isDelivered = false): CountedEnd => ({
  ...{ accountId: jobs.accountId, phoneNumber: phone, countedFrom: '' },
  ...{ messageId: `msg_${minutes}`, at: minutesLater(minutes), isDelivered },
});
const FAILURES = () => [end(1), end(2), end(3)];
const contact = (phoneNumber = phone) =>
  findContact(engine.table, { accountId: jobs.accountId, phoneNumber });
const erase = () =>
  requestErasure(jobs, { accountId: jobs.accountId, phoneNumber: phone }).then(
    () => 'erased',
    (error: unknown) => error,
  );

describe('rules E11: the ends of texts', () => {
  it('set a number aside with one write, and cost a read once nothing changes', async () => {
    const before = (await contact())!.version;
    expect(await recordTextEnds(jobs, FAILURES())).toEqual([]);
    const aside = await contact();
    expect(aside).toMatchObject({ version: before + 1, setAsideAt: START, updatedAt: START });
    const again = await countUnits(engine.documents, () =>
      recordTextEnds(jobs, [...FAILURES(), ...FAILURES()]),
    );
    expect(again.units.read).toBe(1);
    expect(await contact()).toEqual(aside);
    phone = jobs.phones[1]!;
    const unwritten = await contact();
    const delivered = await countUnits(engine.documents, () =>
      recordTextEnds(jobs, [end(1, true), end(2, true)]),
    );
    expect(delivered.units.read).toBe(1);
    expect(await contact()).toEqual(unwritten);
  });

  it('are counted before the deliveries beside them, which clear the count', async () => {
    await recordTextEnds(jobs, [end(4, true), ...FAILURES()]);
    expect(await contact()).toMatchObject({ hardFailures: { since: minutesLater(4), texts: [] } });
    await recordTextEnds(jobs, FAILURES());
    expect(await contact()).not.toHaveProperty('setAsideAt');
  });

  it('stand beside a STOP at the same time', async () => {
    await Promise.all([
      optOutContact(jobs, { accountId: jobs.accountId, phoneNumber: phone, source: 'stop' }),
      ...FAILURES().map((failure) => recordTextEnds(jobs, [failure])),
    ]);
    expect(await contact()).toMatchObject({
      setAsideAt: START,
      hardOptOut: { source: 'stop' },
      memberships: {},
    });
  });

  it('leave nothing with a person who is erased at the same time', async () => {
    const [erased] = await Promise.all([
      erase(),
      ...FAILURES().map((failure) => recordTextEnds(jobs, [failure])),
    ]);
    expect(erased).toBe('erased');
    expect(await recordTextEnds(jobs, FAILURES())).toEqual([]);
    const left = await contact();
    expect([left?.id, left?.hardFailures, left?.setAsideAt]).toEqual([undefined, undefined, undefined]);
  });

  it('of a number without a contact write nothing', async () => {
    phone = '+12125559999' as E164;
    expect(await recordTextEnds(jobs, FAILURES())).toEqual([]);
    expect(await contact()).toBeUndefined();
  });

  it('are not counted again once the number is put back', async () => {
    await recordTextEnds(jobs, FAILURES());
    jobs.advance(10 * 60_000);
    const address = { accountId: jobs.accountId, phoneNumber: phone };
    const items = await readByName(engine.table, keysOfContact(jobs.accountId, phone));
    const put = await putBackContact(jobs, { ...address, items });
    expect(put.contact.setAsideAt).toBeUndefined();
    await recordTextEnds(jobs, FAILURES());
    expect(await contact()).toMatchObject({ hardFailures: { since: minutesLater(10), texts: [] } });
    expect(await contact()).not.toHaveProperty('setAsideAt');
  });
});

describe('rules E11: receipts', () => {
  const fail = async (messageId: string) =>
    recordReceipts(jobs, [
      { messageId, to: phone, status: 'failed', isPermanent: true, at: jobs.clock.now().toISOString() },
    ]);
  const sendAndFail = async () => {
    const before = jobs.taken.length;
    await jobs.broadcast();
    await jobs.runToEnd();
    const taken = jobs.taken.slice(before).find(({ to }) => to === phone);
    jobs.advance(2 * 60_000);
    return taken ? fail(taken.messageId) : 'not taken';
  };
  const set = (setAsideNumbers: boolean) =>
    changeAccount(jobs, { accountId: jobs.accountId, changes: { setAsideNumbers } });

  it('of three jobs set a number aside, and the fourth leaves it out', async () => {
    expect([await sendAndFail(), await sendAndFail(), await sendAndFail()]).toEqual([[], [], []]);
    expect(await contact()).toHaveProperty('setAsideAt');
    expect(await sendAndFail()).toBe('not taken');
  });

  it('do not count what failed before the setting was off in between, or meanwhile', async () => {
    await sendAndFail();
    await sendAndFail();
    await set(false);
    await sendAndFail();
    expect((await contact())?.hardFailures?.texts).toHaveLength(2);
    await set(true);
    await sendAndFail();
    expect((await contact())?.hardFailures?.texts).toHaveLength(1);
    expect(await contact()).not.toHaveProperty('setAsideAt');
  });

  it('cost nothing for the number while the setting is off', async () => {
    await set(false);
    await sendAndFail();
    expect(await contact()).not.toHaveProperty('hardFailures');
  });

  it('come again when the count was not written', async () => {
    await jobs.broadcast();
    await jobs.runToEnd();
    const { messageId } = jobs.taken.find(({ to }) => to === phone)!;
    const at = jobs.clock.now().toISOString();
    const receipt = { messageId, to: phone, status: 'failed' as const, isPermanent: true as const, at };
    const busy = Object.create(engine.table, {
      update: { value: () => Promise.reject(new Error('busy')) },
    }) as typeof engine.table;
    const log = { ...jobs.log, error: () => undefined };
    expect(await recordReceipts({ ...jobs, log, table: busy }, [receipt])).toEqual([receipt]);
    expect(await recordReceipts(jobs, [receipt])).toEqual([]);
    expect((await contact())?.hardFailures?.texts).toEqual([{ messageId, at }]);
  });
});
