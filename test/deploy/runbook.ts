import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const GUIDE = 'docs/operations.md';

/** Returns the shell commands in a section of the operations guide, block by block, without their indentation. */
export function readCommands(heading: string): string[] {
  const section = readFileSync(GUIDE, 'utf8')
    .split(/\n(?=#{2,3} )/)
    .find((text) => new RegExp(`^#{2,3} ${heading}\n`).test(text));
  if (section === undefined) throw new Error(`${GUIDE} has no section "${heading}"`);
  return [...section.matchAll(/^( *)```sh\n(.*?)^ *```$/gms)].map(([, indent = '', block = '']) =>
    block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

/** Returns the headings of the sections on alarms. */
export function alarmHeadings(): string[] {
  const [, chapter = ''] = /\n## Alarms and dashboard\n(.*?)\n## /s.exec(readFileSync(GUIDE, 'utf8')) ?? [];
  return [...chapter.matchAll(/^### (.+)$/gm)].map(([, heading = '']) => heading);
}

/**
 * Runs commands of the guide unchanged, one after the other in one shell, with the AWS CLI.
 *
 * @param names placeholders in them for something of a stack, with their values here
 * @returns their output
 */
export function runCommands(commands: string[], names: Record<string, string>): Promise<string> {
  const placeholder = new RegExp(`(?<!\\w)(?:${Object.keys(names).join('|')})(?!\\w)`, 'g');
  const script = commands.join('\n').replaceAll(placeholder, (name) => names[name] ?? name);
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
      stdio: ['ignore', 'pipe', 'pipe'],
      // Jest has an environment of its own.
      env: process.env,
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (exitCode) =>
      exitCode === 0 ? resolve(stdout) : reject(new Error(`${script}\nended with ${exitCode}:\n${stderr}`)),
    );
  });
}
