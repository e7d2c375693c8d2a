import type { Item } from '../../../shared/platform/store/item';
import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { TestEngine } from '../../support/engines/engine';
import { createDeployedTable } from '../../support/engines/engine';
import type { thinDocumentClient } from '../../support/engines/thin-client';
import { findWrong } from './books';
import type { Defect } from './defects';
import { answerEmptyPartitions } from './empty-partitions';
import { type Kind, pickMix } from './mix';
import type { Moment } from './moments';
import type { PreviousRelease } from './previous-release';
import { seedAccount, type WorldAccount } from './seeded-account';
import { letAutomationsGoOn, endAutomations } from './automation-traffic';
import { automationItem } from '../../../shared/automations/record/automation';
import { readSendId } from '../../../shared/automations/record/send-id';
import { personItem } from '../../../shared/automations/record/person';
import { campaignItem } from '../../../shared/campaigns/record/campaign';
import { letCampaignsGoOn } from './campaign-traffic';
import { letImportsGoOn } from './transfer-traffic';
import { planTraffic, type Scene } from './traffic';
import { World } from './world';

const MINUTE_MS = 60_000;
/** Limit of the minutes after the traffic in which all work must end. */
const MOST_MINUTES = 400;
const TRAFFIC_MINUTES = 6;
/** Time after which people of an automation are seen to wait for credits, which never come. */
const WAITS_FOR_CREDITS_MS = 3 * MINUTE_MS;

export interface RunResult {
  seed: number;
  /** Violations; empty when all is well. */
  wrong: string[];
  trace: string[];
  /** Number of each. */
  counts: Record<
    'requests' | 'taken' | 'deaths' | 'faults' | 'jobs' | 'campaigns' | 'people' | 'imports' | 'exports',
    number
  >;
  moments: Record<Moment, number>;
}

/** Runs once: traffic with all faults, then none until all work has ended, and the checks. */
export async function runOnce(options: {
  engine: Pick<TestEngine, 'client'>;
  thin: Thin;
  seed: number;
  only: Kind | undefined;
  defect?: Defect | undefined;
  previous?: PreviousRelease | undefined;
}): Promise<RunResult> {
  const { engine, thin, seed, only } = options;
  const tableName = `Run-${seed}`;
  await createDeployedTable(engine.client, tableName);
  try {
    const world = new World({
      seed,
      mix: (random) => pickMix(random, only),
      client: answerEmptyPartitions(thin.client),
      tableName,
      defect: options.defect,
      previous: options.previous,
    });
    const { simulation } = world;
    const accounts = [await seedAccount(world, 1)];
    if (simulation.random() < 0.3) accounts.push(await seedAccount(world, 2));
    const traffic = planTraffic(world, accounts);

    await liveThrough(world);
    world.calmDown();
    simulation.note('--- nothing goes wrong any more');
    simulation.after(0, () => void letCampaignsGoOn({ world, traffic }));
    simulation.after(0, () => void letAutomationsGoOn({ world, traffic }));
    simulation.after(0, () => void letImportsGoOn({ world, traffic }));
    const rested = await comeToRest({ world, traffic, accounts }, thin);

    const items = await scan(thin, tableName);
    const wrong = await findWrong({ world, accounts, traffic, items });
    wrong.unshift(...world.grants.denied);
    if (traffic.asked.some(({ answers }) => answers.some(({ body }) => body.code === 33104)))
      world.moments.meet('keyInUse');
    if (!rested) wrong.unshift('It never came to rest');
    const count = (pattern: RegExp) => simulation.trace.filter((line) => pattern.test(line)).length;
    return {
      seed,
      wrong,
      trace: simulation.trace,
      counts: {
        requests: traffic.asked.reduce((sum, { answers }) => sum + answers.length, 0),
        taken: world.provider.taken.length,
        deaths: count(/ dies /),
        faults: count(/^\S+ s {4}\S/),
        jobs: items.filter(({ sk, entity }) => sk === 'JOB' && entity === 'job').length,
        campaigns: items.filter(isCampaign).length,
        people: items.filter(({ entity }) => entity === personItem.entity).length,
        imports: traffic.imports.length,
        exports: traffic.exports.length,
      },
      moments: world.moments.counts,
    };
  } finally {
    await engine.client.send(new DeleteTableCommand({ TableName: tableName }));
  }
}

/** Runs the time of the traffic, with the timer every minute. */
async function liveThrough(world: World): Promise<void> {
  const { simulation } = world;
  let minutes = 0;
  const tick = () => {
    minutes += 1;
    if (minutes >= TRAFFIC_MINUTES) return;
    void world.sweep();
    simulation.after(MINUTE_MS, tick);
  };
  simulation.after(MINUTE_MS, tick);
  await simulation.run(() => minutes >= TRAFFIC_MINUTES);
}

/**
 * Runs minute after minute, until nothing waits in the queues or for a time. Then the automations are stopped; those
 * of an account whose people wait for credits are stopped before.
 */
async function comeToRest(scene: Scene & { accounts: WorldAccount[] }, thin: Thin): Promise<boolean> {
  const { world, accounts } = scene;
  const { simulation } = world;
  const ended = new Set<WorldAccount>();
  for (let minute = 0; minute < MOST_MINUTES; minute++) {
    const untilMs = simulation.now().getTime() + MINUTE_MS;
    let isOver = false;
    void world.sweep();
    simulation.after(MINUTE_MS, () => void (isOver = true));
    await simulation.run(() => isOver);
    if (!world.cloud.isEmpty || simulation.running > 0) continue;
    const items = await scan(thin, world.table.name, WAITING);
    if (items.some(isPaused)) {
      // A pause can be later than the traffic.
      simulation.after(0, () => void letCampaignsGoOn(scene));
      simulation.after(0, () => void letAutomationsGoOn(scene));
      continue;
    }
    const areAllEnded = accounts.every((account) => ended.has(account));
    const [first] = items
      // An automation that runs looks for people for ever.
      .filter(
        ({ entity, gsi1sk }) => gsi1sk !== undefined && (areAllEnded || entity !== automationItem.entity),
      )
      .sort((a, b) => (String(a.gsi1sk) < String(b.gsi1sk) ? -1 : 1));
    if (!first && areAllEnded) return true;
    const dueMs = first ? Date.parse(String(first.gsi1sk).split('#')[0] ?? '') : untilMs;
    const waitsForCredits =
      untilMs - dueMs > WAITS_FOR_CREDITS_MS ? first && findPoorOwner(first, accounts) : undefined;
    const ending = waitsForCredits ? [waitsForCredits] : first ? [] : accounts;
    if (ending.some((account) => !ended.has(account))) {
      for (const account of ending) ended.add(account);
      simulation.note(`--- the automations of ${ending.map(({ id }) => id).join(' and ')} are stopped`);
      simulation.after(0, () => void endAutomations(scene, ending));
      continue;
    }
    // No work is due before then.
    if (dueMs > untilMs) simulation.jump(dueMs - untilMs);
  }
  return false;
}

/** Finds the account of a person of an automation for whom there may be no credits any more. */
const findPoorOwner = (item: Item, accounts: readonly WorldAccount[]): WorldAccount | undefined => {
  if (item.entity !== personItem.entity) return undefined;
  const { accountId } = personItem.read(item);
  return accounts.find(({ id, isPoor }) => isPoor && id === accountId);
};

const isCampaign = (item: Item) =>
  item.entity === campaignItem.entity && readSendId(campaignItem.read(item).id) === undefined;

const isPaused = (item: Item) =>
  (isCampaign(item) && campaignItem.read(item).status === 'paused') ||
  (item.entity === automationItem.entity && automationItem.read(item).status === 'paused');

type Thin = ReturnType<typeof thinDocumentClient>;

/** Filter of items that are due at some time, or of a campaign or automation. */
const WAITING = {
  FilterExpression: 'attribute_exists(gsi1sk) OR entity IN (:campaign, :automation)',
  ExpressionAttributeValues: { ':campaign': campaignItem.entity, ':automation': automationItem.entity },
};

async function scan(thin: Thin, tableName: string, filter: Partial<typeof WAITING> = {}): Promise<Item[]> {
  const items: Item[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const answer = await thin.client.send(
      new ScanCommand({ TableName: tableName, ...filter, ...(from && { ExclusiveStartKey: from }) }),
    );
    items.push(...((answer.Items ?? []) as Item[]));
    from = answer.LastEvaluatedKey;
  } while (from);
  return items;
}
