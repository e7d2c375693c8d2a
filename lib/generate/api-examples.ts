import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeGenerated } from './write-generated';

/** Page of examples, and the generated program of its TypeScript or JavaScript, beside the types that it imports. */
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

export const WEBHOOK_RECEIVERS: ExamplePage = {
  page: 'docs/webhook-receivers.md',
  program: 'shared/http/generated/webhook-receiver.ts',
};
export const RECIPES = {
  supabase: {
    page: 'docs/recipes/supabase-send-sms.md',
    program: 'shared/http/generated/supabase-send-sms.ts',
  },
  cognito: {
    page: 'docs/recipes/cognito-custom-sms.md',
    program: 'shared/http/generated/cognito-custom-sms.js',
  },
} as const satisfies Record<string, ExamplePage>;

/**
 * Returns all blocks of one language on a page of examples, one after the other, as a reader would put them together.
 */
export function readExamples(
  root: string,
  { page, language }: Pick<ExamplePage, 'page'> & { language: 'sh' | 'ts' | 'js' | 'python' | 'java' | 'go' },
): string {
  const text = readFileSync(join(root, page), 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, tag]) => tag === language);
  return blocks.map(([, , code]) => code).join('\n');
}

/** Returns the code of a page as a program that runs in the project, where the client is not a package. */
export function exampleProgram(root: string, { page, program }: ExamplePage): string {
  return readExamples(root, { page, language: program.endsWith('.js') ? 'js' : 'ts' }).replaceAll(
    "'@messaging-service/client'",
    "'../../../clients/typescript/src/index'",
  );
}

/** Writes examples as programs, so that TypeScript is type-checked like everything else. */
export function generateApiExamples(root: string): void {
  for (const examples of [API_EXAMPLES, CLIENT_EXAMPLES, WEBHOOK_RECEIVERS, ...Object.values(RECIPES)]) {
    writeGenerated(join(root, examples.program), exampleProgram(root, examples));
  }
}
