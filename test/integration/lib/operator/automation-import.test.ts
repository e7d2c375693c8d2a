import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CUSTOMERS, documentOf, fileOf } from '../../../support/pinpoint/pinpoint-documents';
import { useOperator } from './operator-fixture';

const operator = useOperator();
let accountId: string;
let groupId: string;
let segmentId: string;

beforeAll(async () => {
  accountId = await operator.createAccount();
  const account = ['--account', accountId];
  const group = ['group', 'create', ...account, '--name', 'Customers', '--opt-in-type', 'SINGLE'];
  groupId = (await operator.json<{ id: string }>(...group)).id;
  await operator.json(...['field', 'create', ...account, '--label', 'Plan', '--type', 'TEXT']);
  const audience = JSON.stringify({ groups: [groupId] });
  const segment = ['segment', 'create', ...account, '--name', 'All', '--audience', audience];
  segmentId = (await operator.json<{ id: string }>(...segment)).id;
});

const command = (file: string, ...options: string[]) => [
  ...['automation', 'import', '--account', accountId, '--format', 'pinpoint', '--file', file],
  ...options,
];
const segment = () => ['--segment', `${CUSTOMERS}=${segmentId}`];
const listed = (noun: string) =>
  operator.json<Array<{ id: string; status: string }>>(noun, 'list', '--account', accountId);
const write = (name: string, text: string) => {
  const path = join(operator.dataDir, name);
  writeFileSync(path, text);
  return path;
};

interface Imported {
  id?: string;
  kind: string;
  draft: object;
  findings: object[];
  needs: string[];
}

describe('automation import', () => {
  it('makes a draft of a journey, with its texts from files and options', async () => {
    const template = write('welcome.txt', 'Hi {{User.UserAttributes.FirstName.[0]}}\n');
    const texts = ['--template', `WelcomeText=${template}`, '--text', 'Offer=1+1=2 for you'];

    const imported = await operator.json<Imported>(
      ...command(fileOf('journey-welcome'), ...segment(), ...texts),
    );

    expect(imported).toMatchObject({
      id: expect.stringMatching(/^aut_/) as string,
      kind: 'automation',
      needs: [],
    });
    const shown = await operator.json<object>(
      ...['automation', 'show', '--account', accountId, '--automation', imported.id ?? ''],
    );
    expect(shown).toMatchObject({
      ...imported.draft,
      name: 'Welcome',
      status: 'draft',
      trigger: { every: 'day', at: '10:00', audience: { groups: [groupId] } },
      steps: [
        { send: { body: 'Hi {{contact_first_name}}' } },
        { wait: { days: 3 } },
        { wait: { hours: 12 } },
        { stopUnless: { field: 'customFields.Plan', op: 'in', value: ['Gold', 'Silver'] } },
        { send: { body: '1+1=2 for you' } },
      ],
    });
  });

  it('makes a campaign of one that is sent once, from the standard input', async () => {
    const document = JSON.stringify(documentOf('campaign-once'));

    const outcome = await operator.runWithInput(document, ...command('-', ...segment(), '--json'));

    expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
    const { id } = JSON.parse(outcome.stdout) as Imported;
    const shown = await operator.json(
      ...['campaign', 'show', '--account', accountId, '--campaign', id ?? ''],
    );
    expect(shown).toMatchObject({ name: 'New hats', status: 'draft', audience: { segmentId } });
  });

  it('prints report and draft of a dry run, and writes nothing', async () => {
    const before = await Promise.all(['automation', 'campaign'].map(listed));
    const options = [...segment(), '--text', 'Weekly=News', '--from', '+12065550100', '--dry-run'];

    const { exitCode, stdout } = await operator.run(...command(fileOf('campaign-weekly'), ...options));

    expect(exitCode).toBe(0);
    expect(stdout).toContain('An automation that begins every week.');
    expect(stdout).toContain('The automation that it would be:');
    expect(stdout).toContain('"body": "News"');
    expect(await Promise.all(['automation', 'campaign'].map(listed))).toEqual(before);
  });

  it('says in a dry run what a request would be refused for', async () => {
    const options = ['--segment', `${CUSTOMERS}=grp_none`, '--text', 'Shipped=Sent', '--dry-run'];

    expect(await operator.run(...command(fileOf('journey-order'), ...options))).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(/group/i) as string,
    });
  });

  it('writes nothing while something is missing, prints the report and says what it takes', async () => {
    const before = await listed('automation');

    const { exitCode, stdout, stderr } = await operator.run(...command(fileOf('campaign-weekly')));

    expect([exitCode, stderr]).toEqual([
      1,
      'No draft is made. It takes the text of the template Weekly: --template "Weekly=FILE" or --text "Weekly=TEXT"; ' +
        `a sender, since the document names no number: --from; the counterpart of the segment ${CUSTOMERS}: ` +
        `--segment ${CUSTOMERS}=seg_… or --segment ${CUSTOMERS}=grp_….\n`,
    ]);
    expect(stdout).toContain('The automation as far as it goes:');
    expect(await listed('automation')).toEqual(before);
  });

  it.each([
    ['that is not JSON', '{', / is not JSON: /],
    ['of something else', '{"Name":"x"}', /^The file is not what get-journey or get-campaign/],
    ['with a list', '{"JourneysResponse":{"Item":[]}}', /^The file has a list: import each/],
  ])('refuses a file %s', async (_what, text, reason) => {
    const { exitCode, stderr } = await operator.run(...command(write('wrong.json', text)));

    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(reason)]);
  });

  it.each([
    ['--file', 'none.json', /^none\.json cannot be read \(ENOENT\)/],
    ['--segment', 'x=cmp_1', /Expected PINPOINT_ID=seg_… or PINPOINT_ID=grp_…/],
    ['--segment', 'x=seg_none', /./],
    ['--template', 'Weekly', /Expected NAME=FILE/],
    ['--at', '25:00', /Expected a time, such as 10:00/],
    ['--from', 'ACME', /Expected a phone number/],
  ])('refuses %s %s', async (option, value, reason) => {
    const { exitCode, stderr } = await operator.run(...command(fileOf('campaign-weekly'), option, value));

    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(reason)]);
  });
});
