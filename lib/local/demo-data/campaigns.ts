import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from './seeded-random';
import { type DemoStage, followLink, LINK, REWARDS_LINK, SHORT_CODE, SLOW_NUMBER } from './stage';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const CLICKS_AT_ONCE = 8;
const RECEIPTS_POLL_MS = 200;

/** Reactions to a finished campaign. */
interface Response {
  /** Number of recipients, of each thousand, who opened the link. */
  clicksPerMille: number;
  stops: number;
  seed: number;
}

/** Runs three campaigns to their end, leaves one under way and one as a draft, with conversations between them. */
export async function runCampaigns(stage: DemoStage): Promise<void> {
  const { api, demo, clock } = stage;
  const customers = demo.groups[0]?.id;
  const segment = async (name: string, audience: object): Promise<string> =>
    (await api.post<{ id: string }>('/api/v1/segments', { name, audience })).id;
  const gold = await segment('Gold members', {
    groups: [customers],
    filter: { field: 'customFields.Tier', op: 'equals', value: 'Gold' },
  });
  const northwest = await segment('Washington and Oregon', {
    groups: [customers],
    filter: { field: 'address.state', op: 'in', value: ['WA', 'OR'] },
  });
  await segment('Not seen for half a year', {
    groups: [customers],
    filter: { not: { field: 'customFields.Last visit', op: 'withinLastDays', value: 180 } },
  });
  await segment('Birthday today', { filter: { field: 'birthDate', op: 'anniversaryInDays', value: 0 } });

  clock.advance(2 * DAY_MS);
  await finish(
    stage,
    {
      name: 'Autumn blend',
      purpose: 'marketing',
      body: `Hi {{contact_first_name}}, our autumn blend is here: 20% off until Sunday. {{trackingLink "${LINK}"}} Reply STOP to opt out.`,
      audience: { groups: [customers] },
    },
    { clicksPerMille: 80, stops: 14, seed: 1 },
  );
  clock.advance(7 * DAY_MS);
  await finish(
    stage,
    {
      name: 'Double points for Gold',
      purpose: 'marketing',
      body: `{{contact_first_name}}, your points count double this week: {{trackingLink "${REWARDS_LINK}"}} Reply STOP to opt out.`,
      audience: { segmentId: gold },
    },
    { clicksPerMille: 210, stops: 2, seed: 2 },
  );
  clock.advance(6 * DAY_MS);
  await finish(
    stage,
    {
      name: 'New opening hours',
      purpose: 'informational',
      body: 'Hello {{contact_first_name}}, from Monday on we open at seven. Reply STOP to opt out.',
      audience: { segmentId: northwest },
    },
    { clicksPerMille: 0, stops: 3, seed: 3 },
  );
  await talk(stage);
  clock.advance(-clock.offsetMs);
  await beginCampaigns(stage, { gold, customers });
}

/** Runs a campaign to its end, and lets people click and opt out. */
async function finish(stage: DemoStage, campaign: object, response: Response): Promise<void> {
  const { api, controls, demo, clock } = stage;
  const since = clock.now().toISOString();
  const { id } = await api.post<{ id: string }>('/api/v1/campaigns', {
    ...campaign,
    from: SHORT_CODE,
    launch: true,
  });
  await api.until(`/api/v1/campaigns/${id}`, 'completed');
  await untilReported(stage, id);
  const random = seededRandom(response.seed);
  const texts = (controls.sent({ since }) as { to: string; body: string }[])
    .filter(({ to }) => !to.startsWith('+1500'))
    .sort((one, other) => one.to.localeCompare(other.to));
  const clicked = texts.filter(() => random() * 1000 < response.clicksPerMille).map(({ body }) => body);
  clock.advance(HOUR_MS);
  await Promise.all(
    Array.from({ length: CLICKS_AT_ONCE }, async () => {
      for (let text = clicked.pop(); text !== undefined; text = clicked.pop())
        await followLink(demo.baseUrl, text);
    }),
  );
  for (let stop = 0; stop < response.stops; stop += 1) {
    const from = texts[Math.floor(random() * texts.length)]?.to ?? '';
    await controls.inbound({ from, to: SHORT_CODE, body: stop % 3 === 0 ? 'Stop' : 'STOP' });
  }
}

/** Waits until every text is reported. A receipt comes about a second after its text. */
async function untilReported({ api }: DemoStage, id: string): Promise<void> {
  for (;;) {
    const { counts } = await api.get<{ counts: { sent: number; delivered: number; undelivered: number } }>(
      `/api/v1/campaigns/${id}`,
    );
    if (counts.delivered + counts.undelivered >= counts.sent) return;
    await sleep(RECEIPTS_POLL_MS);
  }
}

/** Lets people write questions, thanks, and one text that asks to be left alone without saying STOP. */
async function talk({ api, controls, people, clock }: DemoStage): Promise<void> {
  const northwest = people.filter(({ state }) => state === 'WA' || state === 'OR').slice(40);
  const say = async (index: number, body: string): Promise<string> => {
    const from = northwest[index]?.phoneNumber ?? '';
    await controls.inbound({ from, to: SHORT_CODE, body });
    return from;
  };
  const answer = (to: string, body: string) =>
    api.post('/api/v1/messaging/message', { to, from: SHORT_CODE, body });
  const first = await say(0, 'Does that go for the shop on Pike Street too?');
  clock.advance(20 * 60_000);
  await answer(first, 'Yes, all shops in Seattle open at seven.');
  clock.advance(5 * 60_000);
  await say(0, 'Great, thank you!');
  const second = await say(1, 'Do you have decaf again?');
  clock.advance(HOUR_MS);
  await answer(second, 'We do, since this morning.');
  clock.advance(DAY_MS);
  await say(2, 'Can I bring my dog?');
  await say(3, 'Who is this?');
  await say(4, 'Please take me off your list, I moved away');
  await say(5, 'Lovely, see you on Monday');
}

async function beginCampaigns(
  { api }: DemoStage,
  { gold, customers }: { gold: string; customers: string | undefined },
): Promise<void> {
  const { id } = await api.post<{ id: string }>('/api/v1/campaigns', {
    name: 'Parking at our shops',
    from: SLOW_NUMBER,
    purpose: 'informational',
    body: 'Hello {{contact_first_name}}, guests of our shops park free for an hour. Reply STOP to opt out.',
    audience: {
      groups: [customers],
      filter: { field: 'address.state', op: 'in', value: ['WA', 'OR', 'CA', 'NV', 'CO', 'UT'] },
    },
    launch: true,
  });
  // Approvals are required later: the campaign has more recipients than may be sent to without one.
  await api.until(`/api/v1/campaigns/${id}`, 'sending');
  await api.post('/api/v1/campaigns', {
    name: 'Thank you, Gold members',
    from: SHORT_CODE,
    purpose: 'marketing',
    body: 'Hi {{contact_first_name}}, your next coffee is on us. Reply STOP to opt out.',
    audience: { segmentId: gold },
  });
}
