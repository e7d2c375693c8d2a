import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, RemovalPolicy } from 'aws-cdk-lib';
import { chooseStage } from '../../lib/stack/choose-stage';

const load = async (file: string) =>
  ((await import(join(__dirname, '../..', file))) as { default?: unknown }).default;
const choose = (context: Record<string, unknown> = {}) =>
  chooseStage(new App({ context }).node, { folder: 'stages', load });

it('is dev unless another is chosen', async () => {
  await expect(choose()).resolves.toMatchObject({ name: 'dev', removalPolicy: RemovalPolicy.DESTROY });
  await expect(choose({ stage: 'prod' })).resolves.toMatchObject({
    name: 'prod',
    removalPolicy: RemovalPolicy.RETAIN,
  });
});

it.each(readdirSync('stages').map((file) => file.replace(/\.ts$/, '')))(
  'is right in stages/%s.ts',
  async (stage) => {
    await expect(choose({ stage })).resolves.toMatchObject({ name: stage });
  },
);

it.each([
  [{ stage: 'prdo' }, /^-c stage=prdo: there is no stages\/prdo\.ts; there are .*dev, .*prod/],
  [{ stage: '../stages/dev' }, /^-c stage=\.\.\/stages\/dev: there is no /],
  [{ stage: 'Prod' }, /^-c stage=Prod: there is no /],
  [{ stagee: 'prod' }, /^-c stagee: only the stage is chosen by -c, as stage=NAME; .* stages\/dev\.ts$/],
  [
    { stage: 'prod', domain: 'api.example.com' },
    /^-c domain: only the stage is chosen by -c, as stage=NAME; its settings are in stages\/prod\.ts$/,
  ],
])('refuses %j', async (context, message) => {
  await expect(choose(context)).rejects.toThrow(message);
});

it("leaves the CDK's own context alone", async () => {
  const context = {
    'aws:cdk:enable-path-metadata': true,
    '@aws-cdk/core:checkSecretUsage': true,
    'availability-zones:account=111111111111:region=us-east-1': ['us-east-1a'],
    'acknowledged-issue-numbers': [34892],
    'cli-telemetry': false,
  };
  await expect(choose(context)).resolves.toMatchObject({ name: 'dev' });
});

it('names the file and each setting that is wrong in it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stages-'));
  writeFileSync(join(folder, 'blue.ts'), '');
  const chosen = (settings: unknown) =>
    chooseStage(new App({ context: { stage: 'blue' } }).node, { folder, load: async () => settings });
  await expect(chosen({ size: 'huge', tracng: true })).rejects.toThrow(
    [
      `${folder}/blue.ts: size: expected ("small" | "standard" | "large"), not "huge"`,
      `${folder}/blue.ts: tracng: there is no such setting; docs/deploy.md has all`,
    ].join('\n'),
  );
  await expect(chosen(undefined)).rejects.toThrow(`${folder}/blue.ts: its default export: is missing`);
});
