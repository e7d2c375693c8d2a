import { erasureItem } from '../../../../shared/erasure/erasure';
import { requestErasure } from '../../../../shared/erasure/request-erasure';
import { runErasures } from '../../../../shared/erasure/run-erasures';
import { findRun } from '../../../../shared/campaigns/run/run-item';
import { workCampaign } from '../../../../shared/campaigns/run/work-campaign';
import type { E164 } from '../../../../shared/phone-numbers/e164';
import {
  type CampaignFixture,
  type CampaignSettings,
  createCampaignFixture,
} from '../../../support/sending/campaign-fixture';
import { useEngine } from '../../../support/engines/engine';
import { memoryFiles } from '../../../support/audience/memory-files';
import { NO_DEAD_LETTERS } from '../../../support/aws/no-dead-letters';

const engine = useEngine();

const HOUR_MS = 60 * 60_000;
const LONG_MS = 15 * 60_000;
const CONTACTS = 60;

async function setUp(settings: CampaignSettings = {}) {
  const fixture = await createCampaignFixture(engine.table, {
    ...{ contacts: CONTACTS, smsCredits: 1_000 },
    // Half of them are due an hour later.
    contact: (index) => ({ tz: index % 2 === 0 ? 'America/New_York' : 'America/Chicago' }),
  });
  const schedule = { localTime: '2026-03-01T13:00', timeZone: 'recipient' };
  return { fixture, phone: fixture.phones[7] as E164, id: await fixture.launch({ schedule, ...settings }) };
}

/** @param isDone true: the erasure is completed, not only requested */
async function erase(fixture: CampaignFixture, phoneNumber: E164, isDone: boolean): Promise<void> {
  const { accountId } = fixture;
  const { id: erasureId } = await requestErasure(fixture, { accountId, phoneNumber });
  if (!isDone) return;
  await runErasures(
    { ...fixture, files: memoryFiles(), ...NO_DEAD_LETTERS },
    { erasureId, remainingMs: () => LONG_MS },
  );
  const erasure = erasureItem.readIfAny(await fixture.table.get(erasureItem.key(erasureId)));
  expect(erasure?.status).toBe('completed');
}

async function expectAllButOne(fixture: CampaignFixture, campaignId: string, phone: E164): Promise<void> {
  const ended = await fixture.runToEnd(campaignId);
  expect(ended).toMatchObject({
    ...{ status: 'completed', selected: CONTACTS, skippedBy: { erased: 1 } },
    counts: { sent: CONTACTS - 1, failed: 0, skipped: 1, unknown: 0 },
  });
  expect(fixture.taken.map(({ to }) => to)).not.toContain(phone);
  expect(new Set(fixture.taken.map(({ to }) => to)).size).toBe(CONTACTS - 1);
  expect(await fixture.credits()).toMatchObject({ sms: 1_000 - 2 * (CONTACTS - 1) });
}

describe.each([
  ['asked for', false],
  ['done', true],
])('rules E2: an erasure that is %s while a campaign', (_, isDone) => {
  // First: the pass of an erasure has one clock, which the next test does not set back.
  it('that was selected ahead waits for its time skips the person, and gives the credits back', async () => {
    const selectsAt = '2026-03-01T12:30:00.000Z';
    const { fixture, phone, id } = await setUp({ selectsAt });
    await fixture.runUntil(async () => (await findRun(fixture.table, id))?.isWalked === true);
    expect(await fixture.campaign(id)).toMatchObject({ status: 'scheduled', startedAt: selectsAt });
    await erase(fixture, phone, isDone);
    await expectAllButOne(fixture, id, phone);
  });

  it('takes its audience leaves the person out, or skips the person', async () => {
    const { fixture, phone, id } = await setUp();
    let calls = 0;
    fixture.work.current = async (task) => {
      calls += 1;
      await workCampaign(fixture.deps, { ...task, remainingMs: () => (calls < 8 ? 0 : LONG_MS) });
      const { status } = await fixture.campaign(id);
      if (status === 'selecting' && calls === 3) await erase(fixture, phone, isDone);
    };
    const ended = await fixture.runToEnd(id);
    const { selected = 0, counts } = ended;
    expect(calls).toBeGreaterThan(5);
    expect([CONTACTS - 1, CONTACTS]).toContain(selected);
    expect(counts).toEqual({ sent: CONTACTS - 1, failed: 0, skipped: selected - (CONTACTS - 1), unknown: 0 });
    expect(fixture.taken.map(({ to }) => to)).not.toContain(phone);
    expect(await fixture.credits()).toMatchObject({ sms: 1_000 - 2 * (CONTACTS - 1) });
  });

  it('has taken its audience skips the person, and gives the credits back', async () => {
    const { fixture, phone, id } = await setUp();
    await fixture.runUntil(async () => (await fixture.campaign(id)).status === 'sending');
    await erase(fixture, phone, isDone);
    await expectAllButOne(fixture, id, phone);
  });

  it('waits for the person’s hour skips the person', async () => {
    const { fixture, phone, id } = await setUp();
    await fixture.runUntil(() => fixture.taken.length === CONTACTS / 2);
    await erase(fixture, phone, isDone);
    await expectAllButOne(fixture, id, phone);
  });

  it('is paused skips the person after it is resumed', async () => {
    const { fixture, phone, id } = await setUp();
    await fixture.runUntil(() => fixture.taken.length === CONTACTS / 2);
    await fixture.change(id, { status: 'paused', pausedFrom: 'sending' });
    await erase(fixture, phone, isDone);
    fixture.advance(HOUR_MS);
    await fixture.change(id, { status: 'sending', pausedFrom: undefined });
    await expectAllButOne(fixture, id, phone);
  });
});
