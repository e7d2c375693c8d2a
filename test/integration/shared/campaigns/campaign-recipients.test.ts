import { findHandedOver } from '../../../../shared/campaigns/run/find-hand-overs';
import { countOptOut } from '../../../../shared/campaigns/run/count-opt-out';
import { listCampaignRecipients } from '../../../../shared/campaigns/run/list-campaign-recipients';
import { readCampaignPlace } from '../../../../shared/campaigns/run/campaign-place';
import { readCampaignCounts } from '../../../../shared/campaigns/run/read-campaign-counts';
import { recordReceipts } from '../../../../shared/sending/receipts/record-receipts';
import type { RecipientEntry } from '../../../../shared/sending/jobs/read/recipient-entry';
import { type CampaignFixture, createCampaignFixture } from '../../../support/sending/campaign-fixture';
import { useEngine } from '../../../support/engines/engine';
import { phoneAt } from '../../../support/sending/jobs-fixture';
import { REFUSED, UNKNOWN } from '../../../support/sending/scripted-provider';

const engine = useEngine();

const fixtureOf = (settings: Parameters<typeof createCampaignFixture>[1] = {}) =>
  createCampaignFixture(engine.table, { contacts: 60, smsCredits: 1_000, ...settings });

async function walk(
  fixture: CampaignFixture,
  campaignId: string,
  options: { limit?: number; status?: 'pending' | 'sent' | 'failed' | 'skipped'; reason?: string } = {},
): Promise<RecipientEntry[]> {
  const { limit = 7, status, reason } = options;
  const campaign = await fixture.campaign(campaignId);
  const entries: RecipientEntry[] = [];
  for (let from = readCampaignPlace(); ;) {
    const page = await listCampaignRecipients(fixture, {
      ...{ campaign, limit, from },
      filter: { status, reason, deliveryStatus: undefined },
    });
    expect(page.results.length).toBeLessThanOrEqual(limit);
    entries.push(...page.results);
    if (!page.next) return entries;
    from = page.next;
  }
}

const countsOf = async (fixture: CampaignFixture, id: string) =>
  readCampaignCounts(engine.table, await fixture.campaign(id));

const ZONES = ['America/New_York', 'America/Denver', 'Pacific/Honolulu'];

describe('counts and recipients', () => {
  it('add up at every moment, and name when who is pending is due', async () => {
    const fixture = await fixtureOf({ contact: (index) => ({ tz: ZONES[index % 3] }) });
    const id = await fixture.launch({ schedule: { localTime: '2026-03-01T13:00', timeZone: 'recipient' } });
    expect(await countsOf(fixture, id)).toMatchObject({ counts: { selected: 0, pending: 0 }, skippedBy: {} });
    await fixture.runUntil(() => fixture.taken.length === 20);
    const { counts } = await countsOf(fixture, id);
    expect(counts).toMatchObject({ selected: 60, pending: 40, sent: 20, failed: 0, skipped: 0 });
    const pending = await walk(fixture, id, { status: 'pending' });
    expect(pending).toHaveLength(40);
    expect(new Set(pending.map(({ dueAt }) => dueAt))).toEqual(
      new Set(['2026-03-01T20:00:00.000Z', '2026-03-01T23:00:00.000Z']),
    );
    await fixture.runToEnd(id);
    const all = await walk(fixture, id);
    expect(all.map(({ to }) => to).sort()).toEqual(fixture.phones);
    expect(all.every(({ status, dueAt }) => status === 'sent' && dueAt === undefined)).toBe(true);
    expect((await countsOf(fixture, id)).counts).toMatchObject({ selected: 60, pending: 0, sent: 60 });
  });

  it('count each receipt once, however often it comes', async () => {
    const fixture = await fixtureOf();
    const id = await fixture.launch();
    await fixture.runToEnd(id);
    const sent = await walk(fixture, id);
    const at = fixture.clock.now().toISOString();
    const receipts = sent.map(({ messageId }, index) => ({
      messageId,
      at,
      status: index < 50 ? ('delivered' as const) : index < 55 ? ('failed' as const) : ('pending' as const),
    }));
    await Promise.all([
      recordReceipts(fixture, receipts),
      recordReceipts(fixture, receipts.toReversed()),
      recordReceipts(fixture, receipts.slice(20, 40)),
    ]);
    await recordReceipts(fixture, receipts);
    expect((await countsOf(fixture, id)).counts).toMatchObject({ delivered: 50, undelivered: 5 });
  });

  it('turn an unknown outcome into a sent one when a receipt proves it', async () => {
    const fixture = await fixtureOf({ contacts: 10 });
    const accept = fixture.answer.current;
    fixture.answer.current = (message) => (message.to === fixture.phones[0] ? UNKNOWN : accept(message));
    const id = await fixture.launch();
    await fixture.runToEnd(id);
    expect((await countsOf(fixture, id)).counts).toMatchObject({ sent: 9, failed: 1 });
    const [unknown] = await walk(fixture, id, { status: 'failed' });
    expect(unknown).toMatchObject({ errorType: 'outcome_unknown' });
    const at = fixture.clock.now().toISOString();
    await recordReceipts(fixture, [{ messageId: unknown?.messageId ?? '', status: 'delivered', at }]);
    expect((await countsOf(fixture, id)).counts).toMatchObject({ sent: 10, failed: 0, delivered: 1 });
  });

  it('count a STOP of a person once, up to a day after the message', async () => {
    const fixture = await fixtureOf({ contacts: 5 });
    const id = await fixture.launch();
    await fixture.runToEnd(id);
    const { accountId } = fixture;
    const stop = (index: number, afterMs: number) =>
      countOptOut(engine.table, {
        ...{ accountId, phoneNumber: phoneAt(index) },
        at: new Date(fixture.clock.now().getTime() + afterMs),
      });
    await Promise.all([stop(0, 1_000), stop(0, 2_000), stop(1, 23 * 3_600_000)]);
    await stop(0, 1_000);
    await stop(2, 24 * 3_600_000 + 60_000);
    await stop(99, 1_000);
    expect((await countsOf(fixture, id)).counts).toMatchObject({ optedOut: 2 });
  });
});

describe('who was handed a message', () => {
  it('is known of each contact, whatever became of the others', async () => {
    const fixture = await fixtureOf({ contact: (index) => ({ tz: ZONES[index % 3] }) });
    const accept = fixture.answer.current;
    fixture.answer.current = (message) =>
      message.to === fixture.phones[3]
        ? REFUSED
        : message.to === fixture.phones[6]
          ? UNKNOWN
          : accept(message);
    const id = await fixture.launch({ schedule: { localTime: '2026-03-01T13:00', timeZone: 'recipient' } });
    const other = await fixture.launch({ audience: { kind: 'retry', campaignId: id } });
    const contacts = fixture.phones.map((phoneNumber, index) => ({
      phoneNumber,
      id: `con_${String(index).padStart(26, '0')}`,
    }));
    const handedOver = () =>
      findHandedOver(engine.table, fixture.accountId, { campaignIds: [other, id], contacts });
    expect((await handedOver()).size).toBe(0);
    await fixture.runUntil(async () => (await countsOf(fixture, id)).counts.pending === 40);
    const first = fixture.phones.filter((_, index) => index % 3 === 0 && index !== 3);
    expect([...(await handedOver())].sort()).toEqual(first);
    await fixture.runToEnd(id);
    expect((await handedOver()).size).toBe(59);
  });
});

describe('a campaign to those whom another failed to reach', () => {
  it('goes to each of them who may still be sent to, and not to unknown outcomes', async () => {
    const fixture = await fixtureOf();
    const accept = fixture.answer.current;
    const failing = fixture.phones.slice(10, 30);
    fixture.answer.current = (message) =>
      message.to === fixture.phones[0]
        ? UNKNOWN
        : failing.some((phone) => phone === message.to)
          ? REFUSED
          : accept(message);
    const source = await fixture.launch();
    await fixture.runToEnd(source);
    fixture.answer.current = accept;
    fixture.taken.splice(0);
    await fixture.changeContact(phoneAt(10), { memberships: {} });
    const id = await fixture.launch({ audience: { kind: 'retry', campaignId: source } });
    expect(await fixture.runToEnd(id)).toMatchObject({ selected: 19, counts: { sent: 19 } });
    expect(fixture.taken.map(({ to }) => to).sort()).toEqual(failing.slice(1));
  });
});
