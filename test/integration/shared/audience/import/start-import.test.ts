import { readAccount } from '../../../../../shared/accounts/account';
import { cancelImport } from '../../../../../shared/audience/import/cancel-import';
import { createImport } from '../../../../../shared/audience/import/create-import';
import type { ImportBody } from '../../../../../shared/audience/import/import.schema';
import { importItem } from '../../../../../shared/audience/import/import-item';
import { rejectsItem } from '../../../../../shared/audience/import/rejected-file';
import { startImport } from '../../../../../shared/audience/import/start-import';
import { NO_CAMPAIGNS } from '../../../../support/sending/no-campaigns';
import { workTransfer } from '../../../../../shared/exports/work-transfer';
import { importFileKey, rejectedFileKey } from '../../../../../shared/platform/files/file-keys';
import { accountKey, contactKey } from '../../../../../shared/platform/store/keys';
import { useEngine } from '../../../../support/engines/engine';
import { createJobsFixture } from '../../../../support/sending/jobs-fixture';
import { memoryFiles } from '../../../../support/audience/memory-files';
import { createQuietLog } from '../../../../support/logs/quiet-log';
import { ANY_ACTOR, ANY_STARTER } from '../../../../support/audience/any-actor';

const DAY_MS = 24 * 60 * 60 * 1000;
const PHONE = '+12125550123';
const FILE = `phone,first,dob\n${PHONE},Ada,03/04/1990\nbad,Bo,\n`;
const IN_ALL = { rows: 2, created: 1, rejected: 1 };

const engine = useEngine();

async function seed(body: Partial<ImportBody> = {}, retentionDays = 90) {
  const fixture = await createJobsFixture(engine.table, { retentionDays });
  const files = memoryFiles();
  const platform = { ...fixture, files, log: createQuietLog(), campaigns: NO_CAMPAIGNS };
  const { accountId } = fixture;
  const account = readAccount((await engine.table.get(accountKey(accountId))) as never);
  const { contactImport } = await createImport(platform, {
    account,
    body: { format: 'csv', ...body },
    by: ANY_ACTOR,
  });
  const place = { accountId, importId: contactImport.id };
  const task = { accountId, transferId: contactImport.id };
  const put = (content: string) =>
    files.put(importFileKey(place), { body: content, contentType: 'text/csv' });
  await put(FILE);
  return {
    fixture,
    files,
    platform,
    place,
    put,
    start: (dryRun?: boolean) =>
      startImport(platform, {
        account,
        importId: contactImport.id,
        ...ANY_STARTER,
        body: { ...(dryRun !== undefined && { dryRun }) },
      }),
    work: () => workTransfer(platform, { ...task, remainingMs: () => 15 * 60_000 }),
    stored: () => engine.table.get(importItem.key(place)),
    contact: () => engine.table.get(contactKey(accountId, PHONE)),
    rejects: () => files.contents.get(rejectedFileKey(place))?.toString(),
  };
}

const inState = (status: string, message: RegExp) => ({
  name: 'InvalidState',
  message: expect.stringMatching(message) as string,
  details: { status },
});
const ITS_STATUS = /its status is/;

describe('rules E5: an import after a dry run', () => {
  it('takes the same file without another upload, and counts anew', async () => {
    const s = await seed({ dryRun: true });
    await s.start();
    await s.work();
    const dry = await s.stored();
    expect(dry).toMatchObject({
      ...{ status: 'completed', isDryRun: true, ...IN_ALL, hasRejectedFile: true },
      warnings: [expect.stringMatching(/^1 date can be/) as string],
      ...{ totalRows: IN_ALL.rows, pacedFrom: dry?.startedAt },
    });
    expect(await s.contact()).toBeUndefined();

    s.fixture.advance(1000);
    const started = await s.start(false);
    expect(started).toMatchObject({
      ...{ status: 'running', isDryRun: false, rows: 0, created: 0, rejected: 0, optedOut: 0, warnings: [] },
      ...{ rejectedSample: undefined, completedAt: undefined, hasRejectedFile: false },
      ...{ totalRows: undefined, pacedFrom: undefined },
    });
    expect(Date.parse(String(started.startedAt)) - Date.parse(String(dry?.startedAt))).toBe(1000);
    await s.work();
    expect(await s.stored()).toMatchObject({
      ...{ status: 'completed', isDryRun: false, ...IN_ALL, hasRejectedFile: true },
      warnings: [expect.stringMatching(/^1 date can be/) as string],
      rejectedSample: [{ row: 3, column: 'phone', value: 'bad' }],
      ...{ totalRows: IN_ALL.rows, pacedFrom: started.startedAt },
    });
    expect(await s.contact()).toMatchObject({ firstName: 'Ada', version: 1 });
    expect(s.files.contents.has(importFileKey(s.place))).toBe(false);
  });

  it('begins once, however often it is started', async () => {
    const s = await seed({ dryRun: true });
    await s.start();
    await s.work();
    const answers = await Promise.all([s.start(false), s.start(false), s.start(false)]);
    for (const answer of answers) expect(answer).toMatchObject({ status: 'running', isDryRun: false });
    await Promise.all([s.work(), s.work()]);
    expect(await s.stored()).toMatchObject({ status: 'completed', ...IN_ALL });
    await expect(s.start(false)).rejects.toMatchObject(inState('completed', ITS_STATUS));
  });

  it('tells no rejected row of the dry run, which a worker that died has left', async () => {
    const s = await seed({ dryRun: true });
    await s.start();
    await s.work();
    await engine.table.put({
      Item: rejectsItem.item(
        { importId: s.place.importId, first: 77 },
        { ...s.place, lines: 'stale,row,\n' },
      ),
    });
    await s.start(false);
    await s.work();
    expect(s.rejects()?.split('\n')).toHaveLength(3);
    expect(s.rejects()).not.toContain('stale');
  });

  it('is refused when the file is gone, or is another one', async () => {
    const s = await seed({ dryRun: true });
    await s.start();
    await s.work();
    await s.put(`${FILE}+12125550124,Cy,\n`);
    await expect(s.start(false)).rejects.toMatchObject(inState('completed', /replaced after the dry run/));
    await s.files.delete(importFileKey(s.place));
    await expect(s.start(false)).rejects.toMatchObject(
      inState('completed', /The file of the dry run is gone/),
    );
    expect(await s.stored()).toMatchObject({ status: 'completed', isDryRun: true, ...IN_ALL });
  });

  it('waits until the dry run has ended, and needs one that was completed', async () => {
    const running = await seed({ dryRun: true });
    await running.start();
    await expect(running.start(false)).rejects.toMatchObject(inState('running', ITS_STATUS));
    expect(await running.start(true)).toMatchObject({ status: 'running', isDryRun: true });
    expect(await running.start()).toMatchObject({ status: 'running', isDryRun: true });
    await cancelImport(running.platform, running.place);
    await expect(running.start(false)).rejects.toMatchObject(inState('cancelled', ITS_STATUS));

    const unreadable = await seed({ dryRun: true });
    await unreadable.put('no header');
    await unreadable.start();
    await unreadable.work();
    await expect(unreadable.start(false)).rejects.toMatchObject(inState('failed', ITS_STATUS));

    const real = await seed();
    await real.start();
    await expect(real.start(true)).rejects.toMatchObject(inState('running', ITS_STATUS));
    await real.work();
    for (const dryRun of [true, false, undefined])
      await expect(real.start(dryRun)).rejects.toMatchObject(inState('completed', ITS_STATUS));
  });

  it('is not needed: the first start decides as well', async () => {
    const forReal = await seed({ dryRun: true });
    expect(await forReal.start(false)).toMatchObject({ status: 'running', isDryRun: false });
    await forReal.work();
    expect(await forReal.contact()).toMatchObject({ firstName: 'Ada' });
    const dry = await seed();
    expect(await dry.start(true)).toMatchObject({ status: 'running', isDryRun: true });
    await dry.work();
    expect(await dry.contact()).toBeUndefined();
    expect(await dry.start(false)).toMatchObject({ status: 'running', isDryRun: false });
  });
});

describe('rules E2: the record of an import that was started late', () => {
  it('is kept as long as an erasure has to find its file of rejects', async () => {
    const s = await seed({ dryRun: true }, 1);
    const made = s.fixture.clock.now().getTime();
    const keptForDays = async () =>
      (Number((await s.stored())?.expiresAtEpochSeconds) * 1000 - made) / DAY_MS;
    expect(await keptForDays()).toBe(9);
    s.fixture.advance(DAY_MS);
    await s.start();
    expect(await keptForDays()).toBe(10);
    s.fixture.advance(DAY_MS);
    await s.work();
    expect(await keptForDays()).toBe(11);
    s.fixture.advance(4 * DAY_MS);
    await s.start(false);
    expect(await keptForDays()).toBe(15);
  });

  it('goes by the retention of the account where that is longer', async () => {
    const s = await seed({}, 90);
    const made = s.fixture.clock.now().getTime();
    s.fixture.advance(5 * DAY_MS);
    await s.start();
    expect((Number((await s.stored())?.expiresAtEpochSeconds) * 1000 - made) / DAY_MS).toBe(90);
  });
});
