import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeGenerated } from './write-generated';

const PAGE = 'docs/api-examples.md';
/** Generated program of the examples, beside the types that it imports. */
export const EXAMPLES_FILE = 'shared/http/generated/api-examples.ts';

/**
 * Returns all blocks of one language on the page of examples, one after the other, as a reader would put them together.
 */
export function readExamples(root: string, language: 'sh' | 'ts'): string {
  const page = readFileSync(join(root, PAGE), 'utf8');
  const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, tag]) => tag === language);
  return blocks.map(([, , code]) => code).join('\n');
}

/** Writes the TypeScript examples as a program, so that they are type-checked like everything else. */
export function generateApiExamples(root: string): void {
  writeGenerated(join(root, EXAMPLES_FILE), readExamples(root, 'ts'));
}
