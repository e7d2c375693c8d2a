import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { mavenLibraries } from '../support/run/maven-libraries';

const FOLDER = join('test', 'event-ruler');

export interface Case {
  pattern: unknown;
  event: unknown;
}

/** Returns AWS's event-ruler's result for each case: true when the pattern matches the event. */
export function matchByEventRuler(cases: readonly Case[]): boolean[] {
  const libraries = mavenLibraries({ source: FOLDER, name: 'event-ruler' });
  const { status, stdout, stderr } = spawnSync(
    'java',
    ['-cp', join(libraries, '*'), join(FOLDER, 'Match.java')],
    { input: cases.map((one) => `${JSON.stringify(one)}\n`).join(''), encoding: 'utf8', maxBuffer: 2 ** 27 },
  );
  const answers = stdout.split('\n').slice(0, -1);
  if (status !== 0 || answers.length !== cases.length) {
    throw new Error(`event-ruler failed at case ${answers.length}: ${stderr}`);
  }
  return answers.map((answer) => answer === 'true');
}
