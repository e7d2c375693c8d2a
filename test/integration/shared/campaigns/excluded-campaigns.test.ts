import { campaignsOfAccounts } from '../../../../shared/campaigns/plan/campaigns-of-accounts';
import { chunkKey } from '../../../../shared/platform/store/keys';
import { findRun } from '../../../../shared/campaigns/run/run-item';
import { type CampaignFixture, createCampaignFixture } from '../../../support/sending/campaign-fixture';
import { useEngine } from '../../../support/engines/engine';
import { REFUSED } from '../../../support/sending/scripted-provider';

const engine = useEngine();

const DAY_MS = 24 * 60 * 60_000;

async function fixtureOf(settings: Parameters<typeof createCampaignFixture>[1] = {}) {
  const fixture = await createCampaignFixture(engine.table, { contacts: 3, smsCredits: 1_000, ...settings });
  fixture.deps.campaigns = campaignsOfAccounts(engine.table);
  return fixture;
}

const excluding = (...excludeCampaigns: string[]) => ({
  audience: { kind: 'people' as const, excludeCampaigns, fieldReferences: {} },
});

/** Deletes the recipients, as DynamoDB does some time after their retention. */
async function deleteRecipients(campaignId: string): Promise<void> {
  const run = await findRun(engine.table, campaignId);
  for (const { jobId, chunkCount } of run?.jobs ?? []) {
    const keys = Array.from({ length: chunkCount }, (_, index) => chunkKey(jobId, index + 1));
    await engine.table.batchDelete(keys);
  }
}

const forgotten = (index: number, id: string) =>
  `The request is invalid: /audience/excludeCampaigns/${index} names ${id}, whose recipients are past retention: whom it reached is not known any more.`;

describe('rules E3: a campaign that is excluded', () => {
  it('leaves out whom it reached until the last moment of its retention', async () => {
    const fixture = await fixtureOf({ retentionDays: 30 });
    const first = await fixture.launch();
    const { startedAt = '' } = await fixture.runToEnd(first);
    fixture.advance(Date.parse(startedAt) + 30 * DAY_MS - fixture.clock.now().getTime() - 1);
    expect(await fixture.runToEnd(await fixture.launch(excluding(first)))).toMatchObject({
      ...{ status: 'failed', errorCode: 33028 },
    });
    expect(fixture.taken).toHaveLength(3);
  });

  it.each([
    ['of the account', { retentionDays: 30 }, { retentionDays: 30 }, 30],
    ['of the account, when it was made shorter since', { retentionDays: 90 }, { retentionDays: 30 }, 30],
    [
      'of the time at which it began, when it was made longer since',
      { retentionDays: 30 },
      { retentionDays: 90 },
      30,
    ],
    ['of seven days at least', { retentionDays: 1 }, { retentionDays: 1 }, 7],
    [
      'of the account, however short, when it was made shorter since',
      { retentionDays: 90 },
      { retentionDays: 1 },
      1,
    ],
    [
      'that the account had for a while',
      { retentionDays: 90 },
      { retentionDays: 90, retainedSince: '9999-01-01T00:00:00.000Z' },
      2,
    ],
  ] as const)(
    'ends the campaign that excludes it after the retention %s',
    async (_title, before, since, days) => {
      const fixture = await fixtureOf(before);
      const reachedNoOne = await fixture.launch(excluding());
      await fixture.change(reachedNoOne, { status: 'cancelled' });
      await fixture.runToEnd(reachedNoOne);
      const first = await fixture.launch();
      const { startedAt = '' } = await fixture.runToEnd(first);
      await fixture.setAccount(since);
      fixture.advance(Date.parse(startedAt) + days * DAY_MS - fixture.clock.now().getTime());
      await deleteRecipients(first);
      const campaign = await fixture.runToEnd(await fixture.launch(excluding(reachedNoOne, first)));
      expect(campaign).toMatchObject({
        status: 'failed',
        errorCode: 33100,
        errorMessage: forgotten(1, first),
      });
      expect(fixture.taken).toHaveLength(3);
      expect(await fixture.credits()).toMatchObject({ sms: 1_000 - 6 });
    },
  );

  it('is no obstacle, however old, when it reached no one', async () => {
    const fixture = await fixtureOf({ retentionDays: 30 });
    const accept = fixture.answer.current;
    fixture.answer.current = () => REFUSED;
    const first = await fixture.launch();
    await fixture.runToEnd(first);
    fixture.answer.current = accept;
    fixture.advance(31 * DAY_MS);
    expect(await fixture.runToEnd(await fixture.launch(excluding(first)))).toMatchObject({
      ...{ status: 'completed', counts: { sent: 3 } },
    });
  });

  it('is no obstacle of an account that keeps everything', async () => {
    const fixture: CampaignFixture = await fixtureOf({ retentionDays: 'none' });
    const first = await fixture.launch();
    await fixture.runToEnd(first);
    fixture.advance(1_000 * DAY_MS);
    const second = await fixture.runToEnd(await fixture.launch(excluding(first)));
    expect(second).toMatchObject({ status: 'failed', errorCode: 33028 });
  });
});
