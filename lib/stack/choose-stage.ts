import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Node } from 'constructs';
import { makeStage, type Stage } from './stage';

const DEFAULT_STAGE = 'dev';

/**
 * Reads the stage that `-c stage=NAME` chooses, `dev` unless given, from its file.
 *
 * @param options.folder of the files, from the root of the project
 * @throws Error for an unknown stage, a setting in the context, and a file that is wrong
 */
export async function chooseStage(node: Node, options: { folder: string; load: LoadFile }): Promise<Stage> {
  const name = String(node.tryGetContext('stage') ?? DEFAULT_STAGE);
  refuseSettings(node, join(options.folder, `${name}.ts`));
  return readStage(name, { ...options, option: `-c stage=${name}` });
}

/** Returns what a file exports as its default. */
type LoadFile = (file: string) => Promise<unknown>;

/**
 * Reads a stage from its file.
 *
 * @param options.option option that names it, for the message
 * @throws Error for an unknown stage, and for a file that is wrong
 */
export async function readStage(
  name: string,
  { folder, load, option }: { folder: string; load: LoadFile; option: string },
): Promise<Stage> {
  const file = join(folder, `${name}.ts`);
  const names = listStages(folder);
  if (!names.includes(name)) {
    throw new Error(`${option}: there is no ${file}; there are ${names.join(', ')}`);
  }
  return makeStage({ name, file, settings: await load(file) });
}

/** Lists the stages that have a file. A name has up to 20 lower-case letters, digits and dashes. */
const listStages = (folder: string): string[] =>
  readdirSync(folder).flatMap((file) => /^([a-z][a-z0-9-]{0,19})\.ts$/.exec(file)?.[1] ?? []);

/**
 * Refuses every other name in the context: a setting there would be ignored, and a mistyped `stage` would deploy
 * another stack. Names that the CDK and its commands put into the context have other characters too.
 */
function refuseSettings(node: Node, file: string): void {
  const names = Object.keys(node.getAllContext() as object);
  const other = names.find((name) => name !== 'stage' && /^[a-z]+$/i.test(name));
  if (other === undefined) return;
  throw new Error(`-c ${other}: only the stage is chosen by -c, as stage=NAME; its settings are in ${file}`);
}
