import { readContact } from '../../shared/audience/contacts/contact';
import { receiveInbound } from '../../shared/inbound/receive-inbound';
import { contactKey, groupKey } from '../../shared/platform/store/keys';
import type { Table } from '../../shared/platform/store/table';
import {
  consentPlatform,
  NOW,
  seedAccount,
  seedContact,
  takeEvents,
} from '../support/audience/consent-fixture';
import { startEngine, type TestEngine } from '../support/engines/engine';
import { Crash, type CrashPlan, crashingTable } from '../support/faults/faulty-client';

const PHONE = '+12125550123';
/** STOP_GROUPS: number of groups that the contact is a member of; it leaves 45 of them in three transactions. */
const GROUPS = Number(process.env.STOP_GROUPS ?? 45);

let engine: TestEngine;
let table: Table;
beforeAll(async () => {
  engine = await startEngine();
  table = engine.table;
});
afterAll(async () => {
  await engine.stop();
});

async function seedMember(groups: number) {
  const crashing = crashingTable(engine.documents, engine.table.name);
  const platform = consentPlatform(crashing.table);
  const account = await seedAccount(platform);
  const groupIds = Array.from({ length: groups }, (_, index) => `grp_${String(index).padStart(3, '0')}`);
  await table.batchPut(
    groupIds.map((id) => ({
      ...groupKey(account.id, id),
      ...{
        id,
        accountId: account.id,
        name: id,
        optInType: 'SINGLE',
        contactCount: 3,
        tags: [],
        createdAt: NOW,
      },
    })),
  );
  await seedContact(platform, {
    accountId: account.id,
    phoneNumber: PHONE,
    memberships: Object.fromEntries(groupIds.map((id) => [id, { optInAt: NOW, tagIds: [] }])),
  });
  const to = account.defaultNumber ?? '';
  return {
    account,
    groupIds,
    calls: crashing.calls,
    deliver: () =>
      receiveInbound(
        platform,
        { providerMessageId: 'stop', rawFrom: PHONE, to, body: 'STOP' },
        platform.clock.now(),
      ),
    crashAt: (plan: CrashPlan | undefined) => {
      crashing.plan.current = plan;
    },
    contact: async () => {
      const item = await table.get(contactKey(account.id, PHONE));
      if (!item) throw new Error('No contact');
      return readContact(item);
    },
    counts: async () =>
      (await table.batchGet(groupIds.map((id) => groupKey(account.id, id)))).map(
        (item) => item?.contactCount,
      ),
  };
}

type Member = Awaited<ReturnType<typeof seedMember>>;

async function expectAllLeftOnce(member: Member) {
  expect(await member.contact()).toMatchObject({ memberships: {}, hardOptOut: { at: NOW, source: 'stop' } });
  expect(await member.counts()).toEqual(member.groupIds.map(() => 2));
  const events = await takeEvents(table);
  expect(events.map(({ type, group }) => [type, group.id]).sort()).toEqual(
    member.groupIds.map((id) => ['contacts.group.opted_out', id]),
  );
}

/**
 * Checks that a refusal stays, and that every counter matches the members. @returns true for a contact that has refused
 */
async function expectConsistent(member: Member, wasRefused: boolean): Promise<boolean> {
  const contact = await member.contact();
  const isRefused = contact.hardOptOut !== undefined;
  expect(isRefused || !wasRefused).toBe(true);
  const expected = member.groupIds.map((id) => (contact.memberships[id] ? 3 : 2));
  expect(await member.counts()).toEqual(expected);
  return isRefused;
}

describe(`3.3: STOP of a member of ${GROUPS} groups`, () => {
  it('leaves each of them with exactly one event', async () => {
    const member = await seedMember(GROUPS);
    await member.deliver();
    await expectAllLeftOnce(member);
  });

  it.each(['before', 'after'] as const)(
    'does so when every delivery dies %s one more call, until one is through',
    async (when) => {
      const member = await seedMember(GROUPS);
      let isRefused = false;
      let deliveries = 0;
      for (let callsLeft = 0; ; callsLeft++) {
        member.crashAt({ callsLeft, when });
        deliveries++;
        const outcome = await member.deliver().then(
          () => 'through',
          (error: unknown) => {
            if (error instanceof Crash) return 'dead';
            throw error;
          },
        );
        isRefused = await expectConsistent(member, isRefused);
        if (outcome === 'through') break;
      }
      member.crashAt(undefined);
      await member.deliver();
      expect(deliveries).toBeGreaterThan(5);
      await expectAllLeftOnce(member);
    },
  );

  it.each(['before', 'after'] as const)(
    'does so when one delivery dies %s any of its calls and the next is through',
    async (when) => {
      const whole = await seedMember(GROUPS);
      const callsBefore = whole.calls();
      await whole.deliver();
      const calls = whole.calls() - callsBefore;
      await expectAllLeftOnce(whole);
      for (let callsLeft = 0; callsLeft < calls; callsLeft++) {
        const member = await seedMember(GROUPS);
        member.crashAt({ callsLeft, when });
        await expect(member.deliver()).rejects.toThrow(Crash);
        await expectConsistent(member, false);
        member.crashAt(undefined);
        await Promise.all([member.deliver(), member.deliver()]);
        await expectAllLeftOnce(member);
      }
      expect(calls).toBeGreaterThan(10);
    },
  );
});
