import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { MessagingStack } from '../../lib/stack/messaging-stack';
import { RUN_FOLDER } from './global-setup';

/** Context, as set by `-c`. */
export type StackContext = Record<string, string>;

/** Makes the stack with these settings, without the bundles of its handlers. */
export function makeStack(context: StackContext = {}): MessagingStack {
  const app = new App({
    // The template needs neither, and both take time.
    treeMetadata: false,
    context: { ...context, 'aws:cdk:bundling-stacks': [], 'aws:cdk:disable-stack-trace': true },
  });
  return new MessagingStack(app, `Messaging-${context.stage ?? 'dev'}`);
}

/**
 * Returns the template of the stack with these settings. A test run synthesises it once, which takes a second or two.
 */
export function synthesizeStack(context: StackContext = {}): Template {
  const folder = join(process.env[RUN_FOLDER] ?? '', 'templates');
  const file = join(folder, `${createHash('sha256').update(JSON.stringify(context)).digest('hex')}.json`);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    // Written beside it and renamed: another worker never reads half a template.
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(Template.fromStack(makeStack(context)).toJSON()));
    renameSync(`${file}.${process.pid}`, file);
  }
  return Template.fromJSON(JSON.parse(readFileSync(file, 'utf8')) as object);
}
