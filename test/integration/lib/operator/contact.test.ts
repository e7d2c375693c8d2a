import { findAccount } from '../../../../shared/accounts/account-store';
import { createContact } from '../../../../shared/audience/contacts/create-contact';
import { readSchema } from '../../../../shared/audience/custom-fields/custom-field-schema';
import { addMembership } from '../../../../shared/audience/consent/add-membership';
import type { E164 } from '../../../../shared/phone-numbers/e164';
import { systemClock } from '../../../../shared/platform/clock';
import { createIds } from '../../../../shared/platform/ids';
import { refused, useOperator } from './operator-fixture';

const operator = useOperator();
let accountId: string;
let groupId: string;

beforeEach(async () => {
  accountId = await operator.createAccount();
  groupId = (
    await operator.json<{ id: string }>(
      ...['group', 'create', '--account', accountId, '--name', 'Customers', '--opt-in-type', 'SINGLE'],
    )
  ).id;
});

const PHONE = '+12125550123' as E164;

/** Stores a contact that is a member of the group. */
async function enrol(): Promise<void> {
  const { table } = operator.engine;
  const platform = { table, clock: systemClock, ids: createIds(systemClock) };
  await createContact(platform, {
    accountId,
    phoneNumber: PHONE,
    body: { firstName: 'Ann' },
    schema: readSchema(undefined),
  });
  const account = await findAccount(table, accountId);
  if (!account) throw new Error('No account');
  await addMembership(platform, {
    account,
    phoneNumber: PHONE,
    groupId,
    optInMode: 'DIRECT',
    actor: { type: 'api' },
  });
}

const onContact = <T>(verb: string, ...options: string[]) =>
  operator.json<T>('contact', verb, '--account', accountId, '--phone', PHONE, ...options);

const runOnContact = (verb: string, ...options: string[]) =>
  operator.run('contact', verb, '--account', accountId, '--phone', PHONE, ...options);

interface ShownContact {
  id: string;
  groups: Array<{ optInAt: string }>;
  hardOptOut?: { at: string };
  createdAt: string;
}

interface LogEntry {
  action: string;
  reason: string;
  actor: string;
  groupName?: string;
  evidence?: string;
}

describe('contact show', () => {
  it('prints the contact as the API does', async () => {
    await enrol();

    const shown = await onContact<ShownContact>('show');

    expect(shown).toEqual({
      id: expect.stringMatching(/^con_/) as string,
      phoneNumber: PHONE,
      firstName: 'Ann',
      tz: 'America/New_York',
      isFavorite: false,
      customFields: {},
      groups: [{ id: groupId, name: 'Customers', optInAt: shown.groups[0]?.optInAt, tags: [] }],
      pendingGroups: [],
      createdAt: shown.createdAt,
    });
  });

  it('prints a table for people', async () => {
    await enrol();

    const { stdout } = await runOnContact('show');

    expect(stdout).toMatch(/│ first name +│ Ann +│/);
    expect(stdout).toMatch(/│ groups +│ Customers \(grp_\w+\) since \S+Z +│/);
  });

  it('prints an address from the street to the country, however it lies in the table', async () => {
    await enrol();
    await operator.engine.table.update({
      Key: { pk: `CONTACT#${accountId}#${PHONE}`, sk: 'CONTACT' },
      UpdateExpression: 'SET address = :address',
      ExpressionAttributeValues: {
        ':address': {
          country: 'US',
          state: 'NY',
          postalCode: '10001',
          street: '1 Main St',
          city: 'New York',
        },
      },
    });

    const { stdout } = await runOnContact('show');

    expect(stdout).toMatch(/│ address +│ 1 Main St, New York, NY, 10001, US +│/);
  });

  it('refuses a number of which nothing is known', async () => {
    expect(await runOnContact('show')).toEqual(refused(`The account has no contact ${PHONE}.\n`));
  });
});

describe('contact tag', () => {
  it("puts a group's tag on a member", async () => {
    await enrol();
    const { tags } = await operator.json<{ tags: unknown[] }>(
      ...['group', 'tag', '--account', accountId, '--group', groupId, '--add', 'VIP'],
    );

    const shown = await onContact<ShownContact>('tag', '--group', groupId, '--tag', 'vip');

    expect(shown.groups).toMatchObject([{ id: groupId, tags }]);
    expect((await runOnContact('show')).stdout).toContain('#VIP');
  });

  it('refuses a tag that the group does not have', async () => {
    await enrol();

    expect(await runOnContact('tag', '--group', groupId, '--tag', 'VIP')).toEqual(
      refused('The request is invalid. /tag: the group has no such tag.\n'),
    );
  });
});

describe('contact opt-out', () => {
  it('opts out hard and out of every group, with its evidence in the log', async () => {
    await enrol();

    const shown = await onContact<ShownContact>('opt-out', '--source', 'carrier', '--evidence', 'Ticket 7');

    expect(shown).toMatchObject({
      groups: [],
      hardOptOut: { at: shown.hardOptOut?.at, source: 'carrier', evidence: 'Ticket 7' },
    });
    const log = await onContact<LogEntry[]>('log');
    expect(log.map(({ action, reason, groupName }) => [action, reason, groupName])).toEqual([
      ['OPT_IN', 'USER_ADDED', 'Customers'],
      ['HARD_OPT_OUT', 'CARRIER', undefined],
      ['OPT_OUT', 'CARRIER', 'Customers'],
    ]);
    expect(log[1]).toMatchObject({ actor: 'operator', evidence: 'Ticket 7' });
  });

  it.each([[[]], [['--source', 'form']], [['--source', 'STOP']]])('refuses %j', async (options) => {
    expect(await runOnContact('opt-out', ...options)).toMatchObject({ exitCode: 1, stdout: '' });
  });
});

describe('contact opt-in', () => {
  it('lifts the opt-out and joins no group', async () => {
    await enrol();
    await onContact('opt-out', '--source', 'stop');

    const shown = await onContact<ShownContact>('opt-in', '--source', 'form', '--evidence', 'Form 12');

    expect(shown.hardOptOut).toBeUndefined();
    expect(shown.groups).toEqual([]);
    const log = await onContact<LogEntry[]>('log');
    expect(log.at(-1)).toMatchObject({
      action: 'HARD_OPT_OUT_LIFTED',
      reason: 'FORM',
      actor: 'operator',
      evidence: 'Form 12',
    });
  });

  it('refuses a number of which nothing is known', async () => {
    expect(await runOnContact('opt-in', '--source', 'form')).toEqual(
      refused(`The account has no contact ${PHONE}.\n`),
    );
  });

  it('refuses any other source', async () => {
    expect(await runOnContact('opt-in', '--source', 'stop')).toMatchObject({ exitCode: 1, stdout: '' });
  });
});

describe('contact log', () => {
  it('says when there is nothing', async () => {
    expect(await runOnContact('log')).toEqual({
      exitCode: 0,
      stdout: 'Nothing is logged for this number.\n',
      stderr: '',
    });
  });
});
