import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { joinTemplates, type StackTemplate } from '../../../lib/local/join-templates';
import { MessagingStacks } from '../../../lib/stack/messaging-stacks';
import type { StageSettings } from '../../../lib/stack/settings';
import { secondRegionOf } from '../../../lib/stack/second-region';
import { makeStage, type Stage } from '../../../lib/stack/stage';
import { RUN_FOLDER } from '../run/global-setup';

/** Stage with these settings, called `dev` and deleted with its data unless they say otherwise. */
export type StageOfTest = StageSettings & { name?: string };

/** Stage that is guarded. */
export const PROD = { name: 'prod', deletion: 'protected' } as const satisfies StageOfTest;

export const readStage = ({ name = 'dev', ...settings }: StageOfTest = {}): Stage =>
  makeStage({ name, file: `stages/${name}.ts`, settings: { deletion: 'deletesData', ...settings } });

/** Makes an app without the bundles of its handlers. */
const makeApp = () =>
  new App({
    // The template needs neither, and both take time.
    treeMetadata: false,
    context: { 'aws:cdk:bundling-stacks': [], 'aws:cdk:disable-stack-trace': true },
  });

/** Makes the stacks of a stage, without the bundles of their handlers. */
export const makeStacks = (stage: StageOfTest = {}): MessagingStacks =>
  new MessagingStacks(makeApp(), readStage(stage), { region: 'us-west-2' });

/** Makes the stacks of both regions of a stage whose file names what its first deployment has made. */
export function makeBoth(stage: StageOfTest) {
  const app = makeApp();
  const read = readStage(stage);
  const second = secondRegionOf(read);
  if (!second) throw new Error('The stage has no stacks in a second region');
  return { app, first: new MessagingStacks(app, read), second: new MessagingStacks(app, second) };
}

export const joinStacks = ({ all }: MessagingStacks): StackTemplate =>
  joinTemplates(
    new Map(all.map((stack) => [stack.stackName, Template.fromStack(stack).toJSON() as StackTemplate])),
  );

/**
 * Returns one template of all stacks of a stage. A test run synthesises it once, which takes a second or two.
 */
export function synthesizeStacks(stage: StageOfTest = {}): Template {
  const folder = join(process.env[RUN_FOLDER] ?? '', 'templates');
  const file = join(folder, `${createHash('sha256').update(JSON.stringify(stage)).digest('hex')}.json`);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    // Written beside it and renamed: another worker never reads half a template.
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(joinStacks(makeStacks(stage))));
    renameSync(`${file}.${process.pid}`, file);
  }
  return Template.fromJSON(JSON.parse(readFileSync(file, 'utf8')) as object);
}
