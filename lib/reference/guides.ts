import { basename } from 'node:path';

/** Page of text that is served at `/docs/<name>`, and at `/docs/<name>.md`. */
interface Guide {
  name: string;
  title: string;
  /** One line of `llms.txt`. */
  summary: string;
  /** File of the page, from the root of the project; absent: it is generated. */
  source?: string;
}

const ofFile = (source: string, title: string, summary: string): Guide => ({
  name: basename(source, '.md'),
  ...{ title, summary, source },
});

/** Pages of text that the service serves besides its reference, in the order of their lists. */
export const GUIDES: readonly Guide[] = [
  {
    name: 'errors',
    title: 'Error codes',
    summary: 'Each error code: its cause, what to do, an example of a request and its answer',
  },
  ofFile(
    'docs/examples.md',
    'Examples',
    'Each task with curl, in TypeScript and in Python, with the clients',
  ),
  ofFile('docs/api-examples.md', 'Examples without a client', 'More tasks, with curl and in TypeScript'),
  ofFile(
    'docs/clients.md',
    'Clients',
    'The packages for TypeScript and Python, and clients that are generated',
  ),
  ofFile('docs/retrying.md', 'Retrying', 'What to send again, when, and what a repeated request gets'),
  ofFile(
    'docs/quick-start-python.md',
    'Quick start in Python',
    'Send a text, read it back, receive webhooks',
  ),
  ofFile('docs/webhook-receivers.md', 'Receiving webhooks', 'Receivers in TypeScript, Python, Java and Go'),
  ofFile('docs/events.md', 'Events', 'The types of events, their fields, and an example of each'),
  ofFile(
    'docs/recipes/supabase-send-sms.md',
    'Supabase Auth',
    'Sign-in codes of Supabase Auth, by its Send SMS hook',
  ),
  ofFile(
    'docs/recipes/cognito-custom-sms.md',
    'Amazon Cognito',
    'Sign-in codes of Amazon Cognito, by its custom SMS sender',
  ),
];

/** Names of all pages at `/docs/…` but the OpenAPI documents. */
export const PAGE_NAMES: readonly string[] = [
  'llms.txt',
  'reference.md',
  ...GUIDES.flatMap(({ name }) => [name, `${name}.md`]),
];
