import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { createCampaignFixture } from '../../../support/sending/campaign-fixture';
import { useEngine } from '../../../support/engines/engine';
import { wrappedTable } from '../../../support/faults/faulty-client';

const engine = useEngine();

const CONTACTS = 30;
const HOUR_MS = 60 * 60_000;

/** Creates an account, and calls `atFirstContacts` when a worker reads the contacts of its first send batch. */
async function fixtureWith(atFirstContacts: () => Promise<void>) {
  let isFirst = true;
  let failuresAtCampaign = 0;
  const table = wrappedTable(engine.documents, engine.table.name, (send) => async (command, ...rest) => {
    if (command instanceof BatchGetCommand && isFirst && readsContacts(command)) {
      isFirst = false;
      await atFirstContacts();
    }
    if (command instanceof BatchGetCommand && failuresAtCampaign > 0 && readsCampaign(command)) {
      failuresAtCampaign--;
      throw new Error('The table did not answer');
    }
    return send(command, ...rest);
  });
  const fixture = await createCampaignFixture(table, { contacts: CONTACTS, smsCredits: 1_000 });
  await fixture.setAccount({ marketingCap: { messages: 1, hours: 24 }, legalHours: false });
  return { ...fixture, failAtCampaign: (times: number) => (failuresAtCampaign = times) };
}

type KeyPart = { pk?: unknown; sk?: unknown };
const reads = ({ input }: BatchGetCommand, is: (key: KeyPart) => boolean) =>
  Object.values(input.RequestItems ?? {}).some(({ Keys = [] }) => Keys.some(is));
const readsContacts = (command: BatchGetCommand) => reads(command, ({ sk }) => sk === 'CONTACT');
/** Returns true for the read of the campaign that a worker makes before it hands a send batch over. */
const readsCampaign = (command: BatchGetCommand) =>
  reads(command, ({ pk }) => String(pk).startsWith('CAMPAIGNS#'));

describe('a campaign whose send batch is about to be handed over', () => {
  it('is paused: hands none of it over, keeps no place of the cap, and sends each once when it is resumed', async () => {
    let id = '';
    const fixture = await fixtureWith(async () => {
      await fixture.change(id, { status: 'paused', pausedFrom: 'sending' });
    });
    id = await fixture.launch({ purpose: 'marketing' });
    const until = fixture.clock.now().getTime() + HOUR_MS;
    await fixture.runUntil(() => fixture.clock.now().getTime() > until);
    expect(fixture.taken).toEqual([]);

    const other = await fixture.runToEnd(await fixture.launch({ purpose: 'marketing' }));
    expect(other).toMatchObject({ counts: { sent: CONTACTS, skipped: 0, failed: 0, unknown: 0 } });

    fixture.advance(24 * HOUR_MS + 1);
    await fixture.change(id, { status: 'sending' });
    expect(await fixture.runToEnd(id)).toMatchObject({
      status: 'completed',
      counts: { sent: CONTACTS, skipped: 0, failed: 0, unknown: 0 },
    });
    expect(fixture.taken).toHaveLength(2 * CONTACTS);
  });

  it('is cancelled: hands none of it over, and gives the credits of all back', async () => {
    let id = '';
    const fixture = await fixtureWith(async () => fixture.change(id, { status: 'cancelled' }));
    id = await fixture.launch({ purpose: 'marketing' });
    expect(await fixture.runToEnd(id)).toMatchObject({
      status: 'cancelled',
      counts: { sent: 0, skipped: CONTACTS, unknown: 0 },
      skippedBy: { cancelled: CONTACTS },
    });
    expect(fixture.taken).toEqual([]);
    expect(await fixture.credits()).toMatchObject({ sms: 1_000 });
  });

  it('is read again after failures, and sends each once', async () => {
    const fixture = await fixtureWith(async () => void fixture.failAtCampaign(7));
    const id = await fixture.launch({ purpose: 'marketing' });
    expect(await fixture.runToEnd(id)).toMatchObject({ counts: { sent: CONTACTS, unknown: 0 } });
    expect(fixture.taken).toHaveLength(CONTACTS);
  });

  it('cannot be read: hands none of it over, and sends each once at the next attempt', async () => {
    const fixture = await fixtureWith(async () => void fixture.failAtCampaign(8));
    const id = await fixture.launch({ purpose: 'marketing' });
    await expect(fixture.runToEnd(id)).rejects.toThrow('The table did not answer');
    expect(fixture.taken).toEqual([]);
    expect(await fixture.runToEnd(id)).toMatchObject({
      status: 'completed',
      counts: { sent: CONTACTS, skipped: 0, failed: 0, unknown: 0 },
    });
    expect(fixture.taken).toHaveLength(CONTACTS);
  });
});
