import { createApiKey } from '../../shared/accounts/api-keys';
import { expectSoon, type Sent } from '../support/service/api-sending';
import { operate } from '../support/service/operate';
import { type ApiAccount, callApi, createApiAccount, randomPhone } from '../support/service/service';
import { useService } from '../support/service/use-service';

const service = useService();
let account: ApiAccount;
beforeEach(async () => {
  account = await createApiAccount(service, { dailyQuota: 1_000_000, silentOptIn: true });
});

interface Automation {
  id: string;
  status: string;
  version: number;
  counts: Record<string, number> & { steps: Array<Record<string, number>> };
}
interface Person {
  to: string;
  status: string;
  step: number;
  reason?: string;
}

const ask = (method: string, path: string, body?: unknown, as: ApiAccount = account) =>
  callApi(service, { account: as, method, path: `/api/v1/${path}`, body });
const call = async <Body = Record<string, unknown>>(method: string, path: string, body?: unknown) => {
  const answer = await ask(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body as Body;
};
const refusal = async (answer: ReturnType<typeof ask>) => {
  const { status, body } = await answer;
  return [status, (body as { code?: number }).code];
};
const groupOf = async (more: string[] = []) =>
  (
    await operate<{ id: string }>(
      ...['group', 'create', '--account', account.accountId, '--name', `G ${randomPhone()}`],
      ...['--opt-in-type', 'SINGLE', ...more],
    )
  ).id;
const membership = (phone: string, group: string) =>
  `contacts/by-phone/${encodeURIComponent(phone)}/groups/${group}`;
const person = async (...groups: string[]) => {
  const phone = randomPhone();
  await call('POST', `contacts/by-phone/${encodeURIComponent(phone)}`, {});
  for (const group of groups) await join(phone, group);
  return phone;
};
const join = (phone: string, group: string) =>
  call('POST', membership(phone, group), { optInMode: 'SILENT' });
const planOf = (more: object) => ({
  ...{ name: 'A', from: account.from, purpose: 'informational', entry: 'always' },
  steps: [{ send: { body: 'Hello.' } }],
  ...more,
});
const create = async (more: object) => (await call<Automation>('POST', 'automations', planOf(more))).id;
const start = async (more: object) => {
  const id = await create(more);
  await call('POST', `automations/${id}/start`);
  return id;
};
const read = (id: string) => call<Automation>('GET', `automations/${id}`);
const people = async (id: string) =>
  (await call<{ results: Person[] }>('GET', `automations/${id}/people?limit=100`)).results;
const untilPeople = (id: string, expected: object[]) =>
  expectSoon(async () => expect(await people(id)).toMatchObject(expected));
const textsTo = async (phone: string) => {
  const answer = await callApi(service, { path: `/_local/sent?to=${encodeURIComponent(phone)}` });
  return (answer.body as { messages: Sent[] }).messages
    .filter(({ from }) => from === account.from)
    .map(({ body }) => body);
};

describe('E10: the texts of an automation', () => {
  it('cannot be reached as a campaign, which would go around a pause and an approval', async () => {
    const id = await start({ trigger: { joined: await groupOf() } });
    const path = `campaigns/${id}.1.0`;
    const to = [await person(await groupOf())];
    for (const [method, step, body] of [
      ['GET', ''],
      ['GET', '/recipients'],
      ['PATCH', '', { name: 'B' }],
      ['DELETE', ''],
      ['POST', '/pause'],
      ['POST', '/resume'],
      ['POST', '/cancel'],
      ['POST', '/launch'],
      ['POST', '/retry'],
      ['POST', '/preview'],
      ['POST', '/test', { to }],
    ] as const)
      expect([step, ...(await refusal(ask(method, `${path}${step}`, body)))]).toEqual([step, 404, 33110]);
  });
});

describe('E10: approval', () => {
  const operateOn = (verb: string, id: string, ...more: string[]) =>
    operate<Automation>(
      ...['automation', verb, '--account', account.accountId, '--automation', id, ...more, '--yes'],
    );
  const approved = async (group: string) => {
    await operate('account', 'set', '--account', account.accountId, '--approval-above', '5');
    const id = await start({ trigger: { joined: group } });
    await operateOn('approve', id);
    return id;
  };

  it('is needed for a change that was made during a pause', async () => {
    const group = await groupOf();
    const id = await approved(group);
    await call('POST', `automations/${id}/pause`);
    const steps = [{ send: { body: 'Unapproved.' } }];
    expect(await call('PATCH', `automations/${id}`, { steps })).toMatchObject({
      status: 'paused',
      version: 2,
    });
    expect(await call('POST', `automations/${id}/resume`)).toMatchObject({
      status: 'awaitingApproval',
      steps,
    });
    // Until then people get the texts that were approved.
    const first = await person(group);
    await expectSoon(async () => expect(await textsTo(first)).toEqual(['Hello.']));
    expect(await refusal(ask('POST', `automations/${id}/approve`))).toEqual([403, 33112]);
    expect(await operateOn('approve', id)).toMatchObject({ status: 'running', version: 2 });
    const second = await person(group);
    await expectSoon(async () => expect(await textsTo(second)).toEqual(['Unapproved.']));
  });

  it('leaves a pause possible while a change awaits it', async () => {
    const id = await approved(await groupOf());
    await call('PATCH', `automations/${id}`, { name: 'B' });
    expect(await call('POST', `automations/${id}/pause`)).toMatchObject({ status: 'paused' });
    expect(await call('POST', `automations/${id}/resume`)).toMatchObject({ status: 'awaitingApproval' });
    expect(await operateOn('reject', id, '--reason', 'No.')).toMatchObject({ status: 'running', version: 1 });
  });

  it('is no state to pause before the first start', async () => {
    await operate('account', 'set', '--account', account.accountId, '--approval-above', '5');
    const id = await start({ trigger: { joined: await groupOf() } });
    for (const step of ['pause', 'resume'])
      expect(await refusal(ask('POST', `automations/${id}/${step}`))).toEqual([409, 33111]);
    expect(await call('POST', `automations/${id}/stop`)).toMatchObject({ status: 'stopped' });
  });
});

describe('E6: scopes', () => {
  it('lets a key that may not start automations change drafts, and no automation that was started', async () => {
    const key = await createApiKey(service.deps, account.accountId, { scopes: ['campaigns:write'] });
    const writer = { ...account, apiKeyId: key?.key.id ?? '', apiKeySecret: key?.secret ?? '' };
    const id = await create({ trigger: { joined: await groupOf() } });
    expect((await ask('PATCH', `automations/${id}`, { name: 'B' }, writer)).status).toBe(200);
    await call('POST', `automations/${id}/start`);
    expect(await ask('PATCH', `automations/${id}`, { name: 'C' }, writer)).toMatchObject({
      status: 403,
      body: { code: 33112, details: { scope: 'campaigns:launch' } },
    });
    expect(await read(id)).toMatchObject({ name: 'B', version: 1 });
  });
});

describe('E10.1: entry', () => {
  it('ends a loop of joins: the eleventh entry within a day is exited', async () => {
    const [base, group] = [await groupOf(), await groupOf()];
    const id = await start({ trigger: { joined: group } });
    const phone = await person(base);
    for (let entry = 1; entry <= 11; entry++) {
      await join(phone, group);
      await expectSoon(async () =>
        expect((await read(id)).counts).toMatchObject({ entered: entry, waiting: 0 }),
      );
      await call('DELETE', membership(phone, group));
    }
    expect((await read(id)).counts).toMatchObject({ completed: 10, exited: 1 });
    expect((await people(id)).filter(({ status }) => status === 'exited')).toMatchObject([
      { to: phone, reason: 'too_often', step: 0 },
    ]);
    await expectSoon(async () => expect(await textsTo(phone)).toHaveLength(10));
  });
});

describe('E3: an audience without the people of a campaign', () => {
  it('lets those enter to whom the campaign handed over no message', async () => {
    const [base, group] = [await groupOf(), await groupOf()];
    const [reached, other] = [await person(base, group), await person(base)];
    const { id: campaign } = await call<{ id: string }>('POST', 'campaigns', {
      ...{ name: 'C', from: account.from, body: 'Before.', purpose: 'informational' },
      ...{ audience: { groups: [group] }, launch: true },
    });
    await expectSoon(async () =>
      expect(await call('GET', `campaigns/${campaign}`)).toMatchObject({ status: 'completed' }),
    );
    const audience = { everyone: true, excludeCampaigns: [campaign] };
    const id = await start({ trigger: { event: 'bought' }, audience });
    expect(await read(id)).toMatchObject({ audience });
    await call('POST', 'events', { events: [reached, other].map((to) => ({ name: 'bought', to })) });
    await untilPeople(id, [{ to: other, status: 'completed' }]);
    expect((await read(id)).counts).toMatchObject({ entered: 1 });
    const every = { every: 'day', at: '10:00', audience };
    const repeated = await create({ trigger: every });
    expect(await call('POST', `automations/${repeated}/preview`)).toMatchObject({ audience: { matched: 1 } });
  });

  it('is refused for a campaign that the account does not have', async () => {
    const audience = { everyone: true, excludeCampaigns: ['cmp_none'] };
    for (const plan of [
      { trigger: { event: 'a' }, audience },
      { trigger: { every: 'day', at: '10:00', audience } },
    ])
      expect(await refusal(ask('POST', 'automations', planOf(plan)))).toEqual([404, 33110]);
  });
});

describe('E10.3: the way of a person', () => {
  it('ends at once for people who opt out or leave the group while they wait', async () => {
    const [base, group] = [await groupOf(), await groupOf()];
    const id = await start({ trigger: { joined: group }, steps: [{ wait: { days: 3 } }] });
    const [stops, leaves, stays] = [await person(group), await person(group, base), await person(group)];
    await expectSoon(async () => expect((await read(id)).counts).toMatchObject({ waiting: 3 }));
    await callApi(service, {
      ...{ method: 'POST', path: '/_local/inbound' },
      body: { from: stops, to: account.from, body: 'STOP' },
    });
    await call('DELETE', membership(leaves, group));
    await expectSoon(async () =>
      expect((await people(id)).sort((a, b) => (a.to < b.to ? -1 : 1))).toMatchObject(
        [
          { to: stops, status: 'exited', reason: 'opted_out' },
          { to: leaves, status: 'exited', reason: 'left_group' },
          { to: stays, status: 'waiting' },
        ].sort((a, b) => (a.to < b.to ? -1 : 1)),
      ),
    );
    expect((await read(id)).counts).toMatchObject({
      ...{ entered: 3, waiting: 1, exited: 2 },
      steps: [{ entered: 3, waiting: 1, exited: 2 }],
    });
  });

  it('sends a text before it leaves the only group of the person, and is completed', async () => {
    const group = await groupOf();
    const id = await start({
      trigger: { joined: group },
      steps: [{ send: { body: 'Goodbye.' } }, { leave: group }],
    });
    const phone = await person(group);
    await untilPeople(id, [{ to: phone, status: 'completed', step: 2 }]);
    expect(await textsTo(phone)).toEqual(['Goodbye.']);
    expect((await read(id)).counts).toMatchObject({
      ...{ entered: 1, waiting: 0, completed: 1, exited: 0, sent: 1 },
      steps: [
        { entered: 1, completed: 1, sent: 1 },
        { entered: 1, waiting: 0, completed: 1 },
      ],
    });
  });

  it('goes on from leaving a group that is gone, and fails to join it', async () => {
    const [base, gone] = [await groupOf(), await groupOf()];
    const [leaves, joins] = [
      await start({
        trigger: { event: 'ended' },
        steps: [{ leave: gone }, { send: { body: 'It is over.' } }],
      }),
      await start({ trigger: { event: 'ended' }, steps: [{ join: gone }, { send: { body: 'Hello.' } }] }),
    ];
    const phone = await person(base);
    await operate('group', 'delete', '--account', account.accountId, '--group', gone, '--yes');
    await call('POST', 'events', { events: [{ name: 'ended', to: phone }] });
    await untilPeople(leaves, [{ to: phone, status: 'completed', step: 2 }]);
    await untilPeople(joins, [{ to: phone, status: 'failed', step: 0, reason: 'join_refused' }]);
    await expectSoon(async () => expect(await textsTo(phone)).toEqual(['It is over.']));
  });

  it('joins a group with its opt-in message where the account has no silent opt-ins', async () => {
    account = await createApiAccount(service, { dailyQuota: 1_000_000 });
    const [base, group] = [await groupOf(), await groupOf(['--opt-in-message', 'Welcome to the group.'])];
    const id = await start({ trigger: { event: 'bought' }, steps: [{ join: group }] });
    const phone = randomPhone();
    await call('POST', `contacts/by-phone/${encodeURIComponent(phone)}`, {});
    await call('POST', membership(phone, base));
    await call('POST', 'events', { events: [{ name: 'bought', to: phone }] });
    await untilPeople(id, [{ to: phone, status: 'completed' }]);
    const contact = await call('GET', `contacts/by-phone/${encodeURIComponent(phone)}`);
    expect(contact.groups).toHaveLength(2);
    await expectSoon(async () => expect(await textsTo(phone)).toEqual(['Welcome to the group.']));
  });
});

describe('E2: a person who is erased on their way', () => {
  it('is listed without their number, so that the list adds up to the counts', async () => {
    const group = await groupOf();
    const steps = [{ wait: { days: 3 } }];
    const id = await start({ trigger: { joined: group }, steps });
    const [erased, other] = [await person(group), await person(group)];
    const listed = async (status: string) =>
      (await call<{ results: Person[] }>('GET', `automations/${id}/people?status=${status}`)).results;
    // Both have begun to wait.
    await expectSoon(async () => expect(await listed('waiting')).toMatchObject([{ step: 1 }, { step: 1 }]));
    await call('DELETE', `contacts/by-phone/${encodeURIComponent(erased)}`);
    const time = expect.any(String) as string;
    await expectSoon(async () =>
      expect(await listed('exited')).toEqual([
        {
          ...{ to: null, erased: true, status: 'exited', step: 1, version: 1 },
          ...{ enteredAt: time, endedAt: time, reason: 'erased' },
        },
      ]),
    );
    expect(await listed('waiting')).toMatchObject([{ to: other }]);
    expect((await read(id)).counts).toMatchObject({ entered: 2, waiting: 1, exited: 1 });
  });
});

describe('E10, 2.8, 3.5: the most that an account can have', () => {
  const fulfilled = async (answers: Array<Promise<unknown>>) =>
    (await Promise.allSettled(answers)).filter(({ status }) => status === 'fulfilled').length;
  const times = <One>(count: number, make: () => One): One[] => Array.from({ length: count }, make);

  it('holds for automations that are created at once', async () => {
    const trigger = { event: 'a' };
    await Promise.all(
      times(10, async () => {
        for (let made = 0; made < 9; made++) await create({ trigger });
      }),
    );
    expect(await fulfilled(times(16, () => create({ trigger })))).toBe(10);
  });

  it('holds for senders and opt-in forms too', async () => {
    const named = ['--account', account.accountId];
    const sender = () => operate('sender', 'create', ...named, '--name', 'S', '--member', account.from);
    const group = await groupOf();
    const form = () =>
      operate(
        ...['form', 'create', ...named, '--group', group, '--brand', 'B', '--description', 'D'],
        ...['--frequency', 'F', '--terms', 'https://a.example', '--privacy', 'https://a.example'],
      );
    for (const make of [sender, form]) {
      for (let made = 0; made < 46; made++) await make();
      expect(await fulfilled(times(8, make))).toBe(4);
    }
  });
});

describe('E10.6: the data of an event', () => {
  it('is in the text under any name that the rules allow', async () => {
    const phone = await person(await groupOf());
    const body = 'By {{event_constructor}}{{event_prototype}}{{event_toString}}{{event_a.b-c_d}}.';
    const id = await start({ trigger: { event: 'a' }, steps: [{ send: { body } }] });
    const data = { constructor: 'Acme', prototype: '!', 'a.b-c_d': 1 };
    await call('POST', 'events', { events: [{ name: 'a', to: phone, data }] });
    await untilPeople(id, [{ to: phone, status: 'completed' }]);
    await expectSoon(async () => expect(await textsTo(phone)).toEqual(['By Acme!1.']));
  });
});

describe('E10: the form of an automation', () => {
  it('takes steps that only wait, and a draft cannot be stopped', async () => {
    const id = await create({ trigger: { event: 'a' }, steps: [{ wait: { days: 1 } }] });
    expect(await call('POST', `automations/${id}/preview`)).toMatchObject({
      warnings: expect.arrayContaining([
        'No step sends a text, or has people join or leave a group.',
      ]) as unknown,
    });
    expect(await ask('POST', `automations/${id}/stop`)).toMatchObject({
      status: 409,
      body: { code: 33111, details: { status: 'draft' } },
    });
  });

  it('is refused with the place of a mistake in a condition', async () => {
    const wrong = { field: 'none', op: 'equals', value: 'x' };
    for (const [more, pointer] of [
      [{ exit: wrong }, '/exit/field'],
      [{ steps: [{ stopUnless: { not: wrong } }] }, '/steps/0/stopUnless/not/field'],
    ] as const)
      expect(await ask('POST', 'automations', planOf({ trigger: { event: 'a' }, ...more }))).toMatchObject({
        status: 400,
        body: { code: 33100, details: { errors: [{ pointer }] } },
      });
  });

  it('merges the hours of a change, as those of a campaign', async () => {
    const hours = { from: '09:00', to: '20:00', days: ['MON'] };
    const id = await create({ trigger: { event: 'a' }, sendingHours: hours });
    const change = (sendingHours: object | null) => ask('PATCH', `automations/${id}`, { sendingHours });
    expect(await change({ from: '10:00' })).toMatchObject({
      body: { sendingHours: { from: '10:00', to: '20:00', days: ['MON'] } },
    });
    const { body } = await change({ days: null });
    expect(body).toMatchObject({ sendingHours: { from: '10:00', to: '20:00' } });
    expect(body).not.toHaveProperty('sendingHours.days');
    expect((await change(null)).body).not.toHaveProperty('sendingHours');
    expect(await change({ from: '10:00' })).toMatchObject({
      status: 400,
      body: { code: 33100, details: { errors: [{ pointer: '/sendingHours/to' }] } },
    });
  });

  it('is not started with hours that never open within the legal hours', async () => {
    const night = { sendingHours: { from: '02:00', to: '04:00' } };
    const id = await create({ trigger: { event: 'a' }, purpose: 'marketing', ...night });
    expect(await ask('POST', `automations/${id}/start`)).toMatchObject({
      status: 400,
      body: { code: 33100, details: { errors: [{ pointer: '/sendingHours' }] } },
    });
    await start({ trigger: { event: 'a' }, ...night });
  });
});

describe('E8: an account that is closed', () => {
  it('has its automations stopped, and nobody waits', async () => {
    const group = await groupOf();
    const id = await start({ trigger: { joined: group }, steps: [{ wait: { days: 3 } }] });
    await person(group);
    await expectSoon(async () => expect((await read(id)).counts).toMatchObject({ waiting: 1 }));
    await operate('account', 'close', '--account', account.accountId, '--yes');
    const shown = () =>
      operate<Automation>('automation', 'show', '--account', account.accountId, '--automation', id);
    await expectSoon(async () =>
      expect(await shown()).toMatchObject({ status: 'stopped', counts: { waiting: 0, exited: 1 } }),
    );
  });
});
