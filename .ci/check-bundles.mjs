// Every handler's bundle stays small: a cold start reads all of it.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const LARGEST_BYTES = 600 * 1024;
/** What may be larger, and why. */
const LARGER_BYTES = {
  // No caller waits for its cold start; the client of S3 is half of it.
  'functions/workers/transfer-contacts.ts': 1_200 * 1024,
  // No caller waits for their cold start.
  'functions/workers/send-chunk.ts': 660 * 1024,
  'functions/workers/send-paced-chunks.ts': 660 * 1024,
  // Seldom called; they count audiences, judge texts and decide on times by zone.
  'functions/http/change-campaigns.ts': 640 * 1024,
  'functions/http/change-automations.ts': 640 * 1024,
  // No caller waits for its cold start; the client of S3 is half of it.
  'functions/workers/erase-people.ts': 750 * 1024,
  // What sends a message, with the requests and answers of Twilio.
  'functions/twilio/messages.ts': 620 * 1024,
  // All that people do in the console besides what the API does: the same code with three roles. A tenth of it are the words of
  // likely opt-outs, none of which may become a keyword.
  'functions/console/reading.ts': 860 * 1024,
  'functions/console/account.ts': 860 * 1024,
  'functions/console/identity.ts': 860 * 1024,
  // Seldom called, by operators alone; the list of public suffixes is a sixth of it.
  'functions/console/operator.ts': 810 * 1024,
};
const OUT = 'cdk.out';

const templates = readdirSync(OUT)
  .filter((name) => name.endsWith('.template.json'))
  .map((name) => JSON.parse(readFileSync(join(OUT, name))));
const rows = templates
  .flatMap((template) => Object.values(template.Resources))
  .filter(({ Type, Metadata }) => Type === 'AWS::Lambda::Function' && Metadata?.entry !== undefined)
  .map(({ Metadata }) => {
    const bytes = statSync(join(OUT, Metadata['aws:asset:path'], 'index.js')).size;
    return {
      handler: Metadata.entry,
      KB: Math.round(bytes / 1024),
      isTooLarge: bytes > (LARGER_BYTES[Metadata.entry] ?? LARGEST_BYTES),
    };
  })
  .sort((a, b) => b.KB - a.KB);
console.table(rows.map(({ handler, KB }) => ({ handler, KB })));
if (rows.length === 0 || rows.some(({ isTooLarge }) => isTooLarge)) {
  console.error(
    `A handler is larger than ${LARGEST_BYTES / 1024} KB, or than what it may be instead, or there is none.`,
  );
  process.exit(1);
}
