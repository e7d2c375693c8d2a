import { findAccount } from '../../../../shared/accounts/account-store';
import { previewCampaign } from '../../../../shared/campaigns/plan/preview-campaign';
import { PREVIEW_AT_MOST_MS } from '../../../../shared/limits';
import { CONTACT_SHARDS, contactShardOf } from '../../../../shared/platform/store/keys';
import { audienceRows } from '../../../../lib/operator/audience-rows';
import { useEngine } from '../../../support/engines/engine';
import { createCampaignFixture } from '../../../support/sending/campaign-fixture';

const engine = useEngine();
const CONTACTS = 400;
const SCHEMA = { fields: [], nextGeneration: 1, version: 0 };

/** Ids of which each shard of the contact book has as many: the estimate is the same, whichever shards end before the time is over. */
const IDS = idsInShards(CONTACTS / CONTACT_SHARDS);

function idsInShards(ofEach: number): string[] {
  const ids: string[][] = Array.from({ length: CONTACT_SHARDS }, () => []);
  for (let tries = 0; ids.some(({ length }) => length < ofEach); tries += 1) {
    const id = `con_${String(tries).padStart(26, '0')}`;
    const ofShard = ids[contactShardOf(id)];
    if (ofShard && ofShard.length < ofEach) ofShard.push(id);
  }
  return ids.flat();
}

/** Previews a campaign to everybody, by a clock that moves each time it is read. */
async function preview(msAReading: number) {
  const fixture = await createCampaignFixture(engine.table, {
    contacts: CONTACTS,
    idOf: (index) => IDS[index] ?? '',
  });
  const campaign = await fixture.campaign(await fixture.launch());
  const account = await findAccount(engine.table, fixture.accountId);
  if (!account) throw new Error('No account');
  let nowMs = fixture.clock.now().getTime();
  const clock = { now: () => new Date((nowMs += msAReading)) };
  return previewCampaign({ ...fixture.deps, clock }, { account, schema: SCHEMA, campaign });
}

describe('E4: the preview of a campaign whose audience takes too long to count', () => {
  it('estimates the audience, tells how right that is, and has it in the CLI as well', async () => {
    const { audience, warnings } = await preview(PREVIEW_AT_MOST_MS / 5);
    const { matched, isComplete, estimate } = audience;
    expect(isComplete).toBe(false);
    expect(matched).toBeLessThan(CONTACTS);
    if (!estimate) throw new Error('No estimate');
    expect(estimate.matched).toBe(CONTACTS);
    expect(estimate.error).toBeGreaterThan(0);
    expect(estimate.sendable).toBe(estimate.matched);
    expect(warnings[0]).toBe(
      `Counting ran out of time: the figures are of the contacts that were looked at. The audience has an estimated ${estimate.matched} contacts, right to within ${estimate.error}, of whom ${estimate.sendable} can be sent to.`,
    );
    expect(audienceRows(audience).slice(-2)).toEqual([
      ['estimated to match', `${estimate.matched}, right to within ${estimate.error}`],
      ['estimated sendable', estimate.sendable],
    ]);
  });

  it('has no estimate when the count is complete', async () => {
    const { audience, warnings } = await preview(0);
    expect(audience).toMatchObject({ matched: CONTACTS, sendable: CONTACTS, isComplete: true });
    expect(audience).not.toHaveProperty('estimate');
    expect(warnings.join()).not.toContain('ran out of time');
  });
});
