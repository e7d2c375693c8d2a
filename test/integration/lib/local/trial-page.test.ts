import { inOneBlank, type PageStep, patternOf, readPageSteps } from '../../../support/docs/page-steps';
import { type PageShell, startPageShell } from '../../../support/docs/page-shell';
import { type StartedService, startService } from '../../../support/service/start-service';

/** Page whose blocks of commands are run in order, on a service that was just started. */
const TRIAL = 'docs/try-senders-and-forms.md';
/** Pages with commands of the same kind and placeholders, which are run afterwards. */
const REFERENCES = ['docs/senders.md', 'docs/opt-in-forms.md'];
/** Work that is late on a busy machine is done after the next run of the timer, which comes once a minute. */
const TIMEOUT_MS = 150_000;
const PAUSE_MS = 100;

let service: StartedService;
let shell: PageShell;
let hasFailed = false;

beforeAll(async () => {
  service = await startService(['--in-memory'], { hasOwnTable: true, environment: { PROVIDER: 'eum' } });
  shell = await startPageShell(service.dataDir);
});
afterAll(async () => {
  await shell.stop();
  await service.stop();
});

/** Runs a block; one that only looks, until it shows what the page says. */
async function follow({ commands, shown, isSoon }: PageStep) {
  const pattern = patternOf(shown ?? '');
  const giveUpAtMs = performance.now() + TIMEOUT_MS;
  for (;;) {
    const { exitCode, output } = await shell.run(commands);
    const text = inOneBlank(output);
    if (!isSoon || pattern.test(text) || performance.now() > giveUpAtMs) return { exitCode, text, pattern };
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

describe('the trial page', () => {
  const steps = readPageSteps(TRIAL).map((step, index) => ({ ...step, number: index + 1 }));

  it.each(steps)('block $number, $heading, shows what the page says', async (step) => {
    // A block needs those before it.
    if (hasFailed) throw new Error('A block before it failed.');
    hasFailed = true;
    const { exitCode, text, pattern } = await follow(step);
    expect(text).toMatch(pattern);
    expect(exitCode).toBe(0);
    hasFailed = false;
  });

  it('says of each block that takes a moment what it shows then', () => {
    expect(steps.length).toBeGreaterThan(40);
    expect(steps.filter(({ isSoon, shown }) => isSoon && shown === undefined)).toEqual([]);
  });
});

describe.each(REFERENCES)('%s', (page) => {
  const RUN = 'npm run operator -- ';
  const NUMBERS = ['+12065550100', '+12065550101'];
  const lines = readPageSteps(page).flatMap(({ commands }) => commands.trimEnd().split('\n'));

  beforeAll(async () => {
    for (const number of NUMBERS)
      await shell.run(`operator number add --account "$ACCOUNT" --number ${number}`);
  });

  it.each(lines)('%s works', async (line) => {
    expect(line.startsWith(RUN)).toBe(true);
    // The trial page has named the account and the group; the newest sender is that of the lines before.
    const command = line
      .replace(RUN, 'operator ')
      .replace('acc_…', '"$ACCOUNT"')
      .replace('grp_…', '"$CUSTOMERS"')
      .replace('snd_…', '$(operator sender list --account "$ACCOUNT" --json | pick id | tail -1)');
    expect(await shell.run(command)).toMatchObject({ exitCode: 0 });
  });
});
