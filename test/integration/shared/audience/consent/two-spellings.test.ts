import { decideGate, isUnderReview } from '../../../../../shared/audience/consent/compliance-gate';
import { dismissLikelyOptOut } from '../../../../../shared/audience/consent/decide-review';
import { listReviews } from '../../../../../shared/audience/consent/review-item';
import { createContact } from '../../../../../shared/audience/contacts/create-contact';
import { membershipLog } from '../../../../../shared/audience/consent/consent-log';
import { optInContact, optOutContact } from '../../../../../shared/audience/consent/opt-out-contact';
import { importRecords } from '../../../../support/audience/import-records';
import { addMembership } from '../../../../../shared/audience/consent/add-membership';
import { createGroup } from '../../../../../shared/audience/groups/create-group';
import { findGroup } from '../../../../../shared/audience/groups/group-store';
import type { OptInMode } from '../../../../../shared/audience/groups/opt-in-mode';
import { readSchema } from '../../../../../shared/audience/custom-fields/custom-field-schema';
import type { E164 } from '../../../../../shared/phone-numbers/e164';
import { removeMembership } from '../../../../../shared/audience/consent/remove-membership';
import { receiveInbound } from '../../../../../shared/inbound/receive-inbound';
import {
  consentPlatform,
  queuedEvents,
  queuedTexts,
  readStoredContact,
  seedAccount,
  seedContact,
} from '../../../../support/audience/consent-fixture';
import { useEngine } from '../../../../support/engines/engine';
import { crashingTable } from '../../../../support/faults/faulty-client';

const engine = useEngine();

let texts = 0;
async function seed(phones: string[]) {
  const platform = consentPlatform(engine.table);
  const account = await seedAccount(platform, { countries: ['AR', 'BR', 'US'] });
  const accountId = account.id;
  const groupId = (await createGroup(platform, { accountId, name: 'News', optInType: 'SINGLE' })).id;
  for (const phoneNumber of phones) await seedContact(platform, { accountId, phoneNumber });
  const request = (phoneNumber: string) => ({
    account,
    phoneNumber,
    groupId,
    actor: { type: 'api' } as const,
  });
  return {
    platform,
    account,
    groupId,
    enrol: (phone: string, optInMode: OptInMode = 'DIRECT') =>
      addMembership(platform, { ...request(phone), optInMode }),
    remove: (phone: string) => removeMembership(platform, request(phone)),
    say: (rawFrom: string, body: string, id = `in-${++texts}`, on = platform) =>
      receiveInbound(
        on,
        { providerMessageId: id, rawFrom, to: account.defaultNumber ?? '', body },
        platform.clock.now(),
      ),
    stored: (phoneNumber: string) => readStoredContact(engine.table, { accountId, phoneNumber }),
    gate: async (phoneNumber: string) =>
      decideGate(await readStoredContact(engine.table, { accountId, phoneNumber })),
    log: async (phoneNumber: string) =>
      (await membershipLog(engine.table, { accountId, phoneNumber })).map(({ action }) => action),
    count: async () => (await findGroup(engine.table, { accountId, groupId }))?.contactCount,
    events: async () => (await queuedEvents(engine.table, accountId)).map(({ type }) => type),
    replies: async () =>
      (await queuedTexts(engine.table, accountId))
        .filter(({ purpose }) => purpose === 'keywordReply')
        .map(({ to }) => to),
  };
}

describe.each([
  ['Argentina', '+5491123456789', '+541123456789'],
  ['Brazil', '+5511987654321', '+551187654321'],
])('a phone of %s with two spellings', (_country, long, short) => {
  it.each([
    [long, short],
    [short, long],
  ])('is two contacts, and STOP from %s holds for both', async (from, other) => {
    const s = await seed([from, other]);
    await s.enrol(from);
    await s.enrol(other);
    expect((await s.stored(from))?.id).not.toBe((await s.stored(other))?.id);

    await s.say(from, 'STOP');
    for (const phone of [from, other]) {
      expect(await s.stored(phone)).toMatchObject({ memberships: {}, hardOptOut: { source: 'stop' } });
      expect(await s.gate(phone)).toBe('hardOptedOut');
      await expect(s.enrol(phone)).rejects.toMatchObject({ code: 33035 });
    }
    expect(await s.count()).toBe(0);
    expect((await s.events()).filter((type) => type === 'contacts.group.opted_out')).toHaveLength(2);
    expect(await s.replies()).toEqual([from]);
  });

  it.each([
    [long, short],
    [short, long],
  ])('says STOP from %s for a contact that is stored under %s', async (from, stored) => {
    const s = await seed([stored]);
    await s.enrol(stored);
    await s.say(from, 'STOP');
    await s.say(from, 'stop');
    expect(await s.gate(stored)).toBe('hardOptedOut');
    expect(await s.count()).toBe(0);
    expect(await s.replies()).toEqual([from]);
    // The number that texted does not become a contact by it.
    expect((await s.stored(from))?.id).toBeUndefined();
    expect(await s.log(stored)).toEqual(['OPT_IN', 'HARD_OPT_OUT', 'OPT_OUT']);

    await s.say(from, 'START');
    expect(await s.gate(stored)).toBe('notOptedIn');
    expect((await s.stored(stored))?.hardOptOut).toBeUndefined();
  });

  it('answers the question that was asked of the other spelling', async () => {
    const s = await seed([short]);
    await s.enrol(short, 'CONFIRM');
    await s.say(long, 'YES');
    expect(Object.keys((await s.stored(short))?.memberships ?? {})).toEqual([s.groupId]);
    expect(await s.count()).toBe(1);
  });

  it('answers both questions at once, with one count for each', async () => {
    const s = await seed([short, long]);
    await s.enrol(short, 'CONFIRM');
    await s.enrol(long, 'CONFIRM');
    await s.say(long, 'YES');
    expect(await s.count()).toBe(2);
    expect(await s.events()).toEqual(['contacts.group.opted_in', 'contacts.group.opted_in']);
  });

  it('is enrolled and removed by callers under the spelling that they name', async () => {
    const s = await seed([short, long]);
    await s.enrol(short);
    expect(await s.gate(long)).toBe('notOptedIn');
    await s.enrol(long);
    await s.remove(short);
    expect([await s.gate(short), await s.gate(long)]).toEqual(['notOptedIn', 'allowed']);
  });

  it("is hard-opted-out and opted in again under both by the operator's word", async () => {
    const s = await seed([short, long]);
    const address = { accountId: s.account.id, phoneNumber: long };
    await s.enrol(short);
    await optOutContact(s.platform, { ...address, source: 'carrier' });
    expect([await s.gate(short), await s.gate(long)]).toEqual(['hardOptedOut', 'hardOptedOut']);
    expect(await s.count()).toBe(0);
    await optInContact(s.platform, address);
    expect([await s.gate(short), await s.gate(long)]).toEqual(['notOptedIn', 'notOptedIn']);
  });

  it('is hard-opted-out under both by an import', async () => {
    const s = await seed([short]);
    await s.enrol(short);
    const run = () =>
      importRecords(s.platform, {
        accountId: s.account.id,
        records: [{ phoneNumber: long, optedOut: 'yes' }],
      });
    expect(await run()).toMatchObject({ imported: 1 });
    expect([await s.gate(short), await s.gate(long)]).toEqual(['hardOptedOut', 'hardOptedOut']);
    expect(await s.count()).toBe(0);
    expect(await run()).toMatchObject({ unchanged: 1 });
    expect(await s.log(short)).toEqual(['OPT_IN', 'HARD_OPT_OUT', 'OPT_OUT']);
  });

  it.each([
    ['both are contacts', [short, long], 2],
    ['only the other spelling is a contact', [short], 1],
  ])('is under review under both when %s, until one decision', async (_title, contacts, entries) => {
    const s = await seed(contacts);
    const accountId = s.account.id;
    const reviewed = async () => {
      const stored = [await s.stored(short), await s.stored(long)];
      return stored.map((contact) => isUnderReview(contact));
    };
    await s.say(long, 'please stop texting me');
    expect(await reviewed()).toEqual([true, true]);
    expect(await listReviews(engine.table, { accountId, limit: 10 })).toHaveLength(entries);
    expect(await dismissLikelyOptOut(s.platform, { accountId, phoneNumber: short })).toBe('decided');
    expect(await reviewed()).toEqual([false, false]);
    expect(await listReviews(engine.table, { accountId, limit: 10 })).toEqual([]);
  });

  it('is under review as a contact that is created under the other spelling meanwhile', async () => {
    const s = await seed([short]);
    const accountId = s.account.id;
    await s.say(short, 'please stop texting me');
    const schema = readSchema(undefined);
    await createContact(s.platform, { accountId, phoneNumber: long as E164, body: {}, schema });
    expect(isUnderReview(await s.stored(long))).toBe(true);
    await dismissLikelyOptOut(s.platform, { accountId, phoneNumber: long });
    expect(isUnderReview(await s.stored(short))).toBe(false);
    expect(await listReviews(engine.table, { accountId, limit: 10 })).toEqual([]);
  });

  it('is not under review where neither spelling is a contact', async () => {
    const s = await seed([]);
    await s.say(long, 'please stop texting me');
    expect([await s.stored(short), await s.stored(long)]).toEqual([undefined, undefined]);
  });

  it('says STOP once for both, wherever the process dies and however often it is delivered', async () => {
    for (let call = 1; call < 9; call++) {
      const s = await seed([short, long]);
      await s.enrol(short);
      await s.enrol(long);
      const { table, plan } = crashingTable(engine.documents, engine.table.name);
      plan.current = { callsLeft: call, when: 'after' };
      const id = `spelling-${long}-${call}`;
      await s.say(long, 'STOP', id, { ...s.platform, table }).catch(() => undefined);
      s.platform.advance(1_000);
      await s.say(long, 'START', `start-${id}`);
      await s.say(long, 'STOP', id);
      // Both or none, depending on whether the first delivery took effect.
      const [a, b] = [await s.stored(short), await s.stored(long)];
      expect(a?.hardOptOut).toEqual(b?.hardOptOut);
      expect(await s.count()).toBe(0);
      expect(await s.log(short)).toEqual(await s.log(long));
      expect(await s.replies()).toEqual([long]);
    }
  });
});
