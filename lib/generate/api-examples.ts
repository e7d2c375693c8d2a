import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeGenerated } from './write-generated';

/** Page of examples, and the generated program of its TypeScript, beside the types that it imports. */
interface ExamplePage {
  page: string;
  program: string;
}

export const API_EXAMPLES: ExamplePage = {
  page: 'docs/api-examples.md',
  program: 'shared/http/generated/api-examples.ts',
};
/** Examples with the clients of the project. */
export const CLIENT_EXAMPLES: ExamplePage = {
  page: 'docs/examples.md',
  program: 'shared/http/generated/client-examples.ts',
};

/**
 * Returns all blocks of one language on a page of examples, one after the other, as a reader would put them together.
 */
export function readExamples(
  root: string,
  { page, language }: Pick<ExamplePage, 'page'> & { language: 'sh' | 'ts' | 'python' },
): string {
  const text = readFileSync(join(root, page), 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, tag]) => tag === language);
  return blocks.map(([, , code]) => code).join('\n');
}

/** Returns the TypeScript of a page as a program that runs in the project, where the client is not a package. */
export function exampleProgram(root: string, { page }: Pick<ExamplePage, 'page'>): string {
  return readExamples(root, { page, language: 'ts' }).replaceAll(
    "'@messaging-service/client'",
    "'../../../clients/typescript/src/index'",
  );
}

/** Writes the TypeScript examples as programs, so that they are type-checked like everything else. */
export function generateApiExamples(root: string): void {
  for (const examples of [API_EXAMPLES, CLIENT_EXAMPLES]) {
    writeGenerated(join(root, examples.program), exampleProgram(root, examples));
  }
}
