import { readFileSync } from 'node:fs';
import { duePks, type DueKind } from '../../shared/platform/store/keys';
import { type SizeName, SIZES, throughputOf } from '../../lib/stack/size';
import { readAlarms } from '../support/alarms/alarm';
import { PROD, type StageOfTest, synthesizeStacks } from '../support/stack/stack-template';

type Properties = Record<string, unknown>;

const shardsOf = (kind: DueKind) => duePks(kind).length;

/** Returns the resources of a type in the template of a stage. */
function resourcesOf(stage: StageOfTest, type: string): Properties[] {
  const found = Object.values(synthesizeStacks(stage).findResources(type));
  return found.map(({ Properties: properties = {} }) => properties as Properties);
}

/** Returns the concurrent invocations of all workers of queues. */
const workersAtOnce = (stage: StageOfTest) =>
  sumOf(
    resourcesOf(stage, 'AWS::Lambda::EventSourceMapping').map(({ ScalingConfig: scaling }) =>
      Number((scaling as Properties | undefined)?.MaximumConcurrency ?? 0),
    ),
  );

const sumOf = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0);
const read = (page: string) => readFileSync(page, 'utf8').replace(/\s+/g, ' ');

const stackAlarms = readAlarms(synthesizeStacks(PROD));
const alarms = stackAlarms.length;
/** Number of metrics that alarms read, each of which AWS bills. */
const metrics = sumOf(stackAlarms.map((alarm) => alarm.metrics.length));
const dollars = (amount: number) => amount.toFixed(2);

describe('figures of the pages, by the template', () => {
  it('tells how many alarms there are, and what they cost', () => {
    expect(read('docs/operations.md')).toContain(`There are ${alarms} alarms on ${metrics} metrics`);
    expect(read('docs/cost.md')).toContain(
      `| ${alarms} alarms, ${metrics} metrics | $${dollars(metrics / 10)} |`,
    );
  });

  it('tells how many queues are polled, and how many secrets there are', () => {
    const mappings = resourcesOf(PROD, 'AWS::Lambda::EventSourceMapping');
    const queues = mappings.filter(({ ScalingConfig: scaling }) => scaling !== undefined).length;
    const secrets = resourcesOf(PROD, 'AWS::SecretsManager::Secret').length;
    const page = read('docs/cost.md');
    expect(page).toMatch(new RegExp(`^.*Pollers: five for each queue.*\\| ${queues} queues, `));
    expect(page).toContain(`| Secrets Manager, $0.40 each | ${secrets} | $${dollars(0.4 * secrets)} |`);
    expect(page).toContain(`$0.40 a month for each of ${secrets === 4 ? 'four' : secrets} keys`);
  });

  it('adds up what an idle stack costs', () => {
    const page = readFileSync('docs/cost.md', 'utf8');
    const rows = page.slice(0, page.indexOf('**`prod`**')).matchAll(/\| (?:about )?\$(\d+\.\d\d) \|/g);
    const costs = [...rows].map(([, cost]) => Number(cost));
    expect(costs).toHaveLength(6);
    // Storage and logs add a few cents.
    const [all, withoutAlarms] = [sumOf(costs), sumOf(costs) - metrics / 10];
    const told = (cost: number) => `$${dollars(Math.round(cost * 10) / 10)}`;
    expect(page).toContain(`| **\`prod\`** | | **about ${told(all)}** |`);
    expect(page).toContain(`| **\`dev\`, without alarms** | | **about ${told(withoutAlarms)}** |`);
    expect(read('README.md')).toContain(`about ${told(withoutAlarms)} a month, and ${told(all)} with`);
  });

  it('tells how many workers run at once, by size', () => {
    const of = (size: SizeName) => workersAtOnce({ ...PROD, size }).toLocaleString('en-US');
    expect(read('docs/aws-setup.md')).toContain(
      `take up to ${of('standard')} (${of('small')} in a small stack, ${of('large')} in a large one)`,
    );
  });

  it('tells for how many units a large table and its indexes are warm', () => {
    const { table, due, contacts, texts, messages } = throughputOf(SIZES.large.tableUnitsPerSecond);
    const told = (units: number) => units.toLocaleString('en-US');
    expect(read('docs/aws-setup.md')).toContain(
      `warm for ${told(table.readUnitsPerSecond)} read and ${told(table.writeUnitsPerSecond)} write units a second; ` +
        `\`due\` for ${told(due.writeUnitsPerSecond)}, \`contacts\` for ${told(contacts.writeUnitsPerSecond)}, ` +
        `\`texts\` and \`messages\` for ${told(texts.writeUnitsPerSecond)} write units each`,
    );
    expect(messages).toEqual(texts);
    expect(read('docs/deploy.md')).toContain(
      `warm (${told(SIZES.large.tableUnitsPerSecond)} in a large stack`,
    );
  });

  it('tells how much concurrency is reserved', () => {
    const reservedIn = (size: SizeName) =>
      sumOf(
        resourcesOf({ ...PROD, size }, 'AWS::Lambda::Function').map(
          ({ ReservedConcurrentExecutions: kept = 0 }) => Number(kept),
        ),
      );
    const [reserved, inLarge] = [reservedIn('standard'), reservedIn('large')];
    expect(read('docs/deploy.md')).toContain(
      `keeps ${reserved} of the account's Lambda concurrency, ${inLarge} in a large stack,`,
    );
    expect(read('docs/aws-setup.md')).toContain(`\`large\` reserves ${inLarge - reserved} more`);
    expect(read('docs/deploy.md')).toContain(`has less than ${100 + reserved}`);
    expect(read('docs/aws-setup.md')).toContain(`reserves ${reserved} of it`);
  });

  it('tells in how many parts the index of what is due lies', () => {
    expect(read('docs/operations.md')).toContain(
      `There are ${shardsOf('JOB') === 4 ? 'four' : shardsOf('JOB')} of each kind, \`#0\` to \`#${shardsOf('JOB') - 1}\`, and ` +
        `${shardsOf('MESSAGE')} of \`OUTBOX\`, \`EVENT\` and \`MESSAGE\`, \`#0\` to \`#${shardsOf('MESSAGE') - 1}\``,
    );
    expect([shardsOf('OUTBOX'), shardsOf('EVENT')]).toEqual([shardsOf('MESSAGE'), shardsOf('MESSAGE')]);
  });

  it('tells what a deletion of the stack keeps', () => {
    expect(read('docs/operations.md')).toContain(
      'the table, the buckets, the secrets, the user pool, the queues of receipts and of texts from phones with their dead letters, and the logs outlive the stack',
    );
  });
});
