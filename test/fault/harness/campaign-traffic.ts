import { pickWeighted } from '../../support/run/seeded-random';
import { campaignItem } from '../../../shared/campaigns/record/campaign';
import { campaignDue } from '../../../shared/campaigns/record/campaign-wake';
import { updateExpression } from '../../../shared/platform/store/expressions';
import { withLink } from './feedback-traffic';
import { FIRST_GROUP, type WorldAccount } from './seeded-account';
import { fromOf } from './sender-traffic';
import { ask, type Asked, pick, type Scene } from './traffic';
import type { Answer } from './world';

/** Time in which people's steps on a campaign follow. */
const STEERED_FOR_MS = 3 * 60_000;
/** Time in which most of a campaign without a schedule is handed over. */
const SENT_WITHIN_MS = 4_000;
const MINUTE_MS = 60_000;
const SCHEDULED_WITHIN_MS = 4 * 60 * MINUTE_MS;
const KEYS = 3;
/** Times after the launch at which a campaign may be approved and not due yet. */
const SELECTED_AHEAD_AFTER_MS = [5_000, 60_000];

/** Campaign that callers know of. */
export interface PlannedCampaign {
  account: WorldAccount;
  id: string;
  /** Requests about it and their answers, with the step of the simulation before each. */
  steps: Array<{ verb: Verb; askedAtStep: number; answer: Answer | undefined }>;
}
type Verb = 'pause' | 'resume' | 'cancel' | 'approve';

/**
 * Creates and launches a campaign, as a caller does; then it is approved, paused, resumed and cancelled at any time.
 */
export async function sendCampaign(scene: Scene, account: WorldAccount): Promise<void> {
  const { simulation, mix } = scene.world;
  const { random } = simulation;
  const key = random() < 0.5 ? `campaign:${Math.floor(random() * KEYS)}` : undefined;
  const asked = await ask(scene, {
    account,
    operation: 'createCampaign',
    body: { ...planCampaign(scene, account), ...(key !== undefined && { idempotencyKey: key }) },
    isRepeatable: key !== undefined,
  });
  for (const campaign of campaignsOf(scene, account, asked)) {
    const later = (verb: Verb) =>
      simulation.after(
        random() * (random() < 0.3 ? SENT_WITHIN_MS : STEERED_FOR_MS),
        () => void steer(scene, campaign, verb),
      );
    for (let times = 0; times < 3; times++) later('approve');
    if (random() < 0.5) for (const verb of ['pause', 'resume', 'resume'] as const) later(verb);
    if (random() < 0.1 * mix.cancels) later('cancel');
    for (const afterMs of SELECTED_AHEAD_AFTER_MS)
      simulation.after(afterMs, async () => selectAhead(scene, campaign));
  }
}

/**
 * Has every second campaign that waits for its time select its audience now, as a large one does. **Source:** rules
 * E4.1.
 */
async function selectAhead({ world }: Scene, { account, id }: PlannedCampaign): Promise<void> {
  if (!/[02468BDFHKNQSVXZ]$/.test(id)) return;
  const now = world.simulation.now();
  const { written } = await world.table.update({
    Key: campaignItem.key({ accountId: account.id, id }),
    ...updateExpression(
      { set: { selectsAt: now.toISOString(), ...campaignDue(id, now.getTime()) } },
      { names: { '#status': 'status' }, values: { ':scheduled': 'scheduled' } },
    ),
    ConditionExpression: '#status = :scheduled AND attribute_not_exists(startedAt)',
  });
  if (written) world.moments.meet('selectsAhead');
}

function planCampaign({ world }: Scene, account: WorldAccount) {
  const { simulation } = world;
  const { random } = simulation;
  const inSomeTime = (ms: number) => new Date(simulation.now().getTime() + ms).toISOString();
  const schedule = pickWeighted<object | undefined>(random, [
    [3, undefined],
    [2, { at: inSomeTime(random() * 5 * MINUTE_MS) }],
    // Local times of the western zones, in which it is hours earlier.
    [
      4,
      { localTime: localTimeOf(inSomeTime((random() - 2.5) * SCHEDULED_WITHIN_MS)), timeZone: 'recipient' },
    ],
  ]);
  const sendingHours = pickWeighted(random, [
    [3, undefined],
    [1, { from: '09:00', to: '17:00' }],
    [1, { from: '01:30', to: '24:00' }],
  ] as const);
  return {
    name: 'Campaign',
    from: fromOf(random, account),
    body: withLink(random, account, 'Hello {{contact_first_name}}'),
    audience: { groups: [FIRST_GROUP] },
    purpose: pick(random, ['marketing', 'marketing', 'informational']),
    ...(schedule && { schedule }),
    ...(sendingHours && { sendingHours }),
    ...(random() < 0.1 && { mediaUrl: 'https://example.com/a.png' }),
    launch: true,
  };
}

const localTimeOf = (iso: string) => iso.slice(0, 'YYYY-MM-DDThh:mm'.length);

/** Returns the new campaigns of all answers: a request without a key that is answered twice creates two. */
function campaignsOf(scene: Scene, account: WorldAccount, { answers }: Asked): PlannedCampaign[] {
  const { campaigns } = scene.traffic;
  const ids = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => String(body.id)));
  const found = [...ids]
    .filter((id) => !campaigns.some((one) => one.id === id))
    .map((id) => ({ account, id, steps: [] }));
  campaigns.push(...found);
  return found;
}

async function steer({ world }: Scene, campaign: PlannedCampaign, verb: Verb): Promise<Answer | undefined> {
  const { simulation } = world;
  const { account, id, steps } = campaign;
  const step: PlannedCampaign['steps'][number] = {
    verb,
    askedAtStep: simulation.step,
    answer: undefined,
  };
  steps.push(step);
  step.answer = await (verb === 'approve'
    ? world.approve(account.id, id)
    : world.request(`${verb}Campaign`, { authorization: account.authorization, pathParameters: { id } }));
  simulation.note(`  ${verb} ${id}: ${step.answer?.status ?? 'no answer'}`);
  return step.answer;
}

/** Lets every campaign end. Call it after the traffic. */
export async function letCampaignsGoOn(scene: Scene): Promise<void> {
  for (const campaign of scene.traffic.campaigns) {
    const approval = await steer(scene, campaign, 'approve');
    // Its scheduled times have passed.
    if (approval?.status === 400) await steer(scene, campaign, 'cancel');
    await steer(scene, campaign, 'resume');
  }
}
