/** Mistake that is planted in a file, for one check of `.ci/run` to find. */
export interface Mistake {
  /** Title of the check in `.ci/run`, or its beginning. */
  step: string;
  file: string;
  /** Text that stands in the file, and what is put in the place of its first occurrence. */
  find: string;
  put: string;
  /** Command of the check; of one that runs many tests, with the test that has to fail alone. */
  command: string;
  /** Words of the output that tell that it failed because of the mistake. */
  says: RegExp;
}

const LAMBDA_NODE = '.ci/with-lambda-node';
const JEST = 'node_modules/.bin/jest';

/** One mistake or more for each check of `.ci/run`, in its order. */
export const MISTAKES: readonly Mistake[] = [
  {
    step: 'npm ci, from a lockfile that pins every package by its content',
    ...{ file: 'package-lock.json', find: '"integrity": "sha512-', put: '"integrity": "sha1-' },
    ...{ command: 'node .ci/check-lockfile.mjs', says: /only sha1-/ },
  },
  {
    step: 'npm ci, from a lockfile that pins every package by its content',
    ...{ file: 'package.json', find: '"esbuild": false', put: '"other": false' },
    ...{ command: 'node .ci/check-install-scripts.mjs', says: /esbuild has an install script/ },
  },
  {
    step: 'Unit tests',
    ...{ file: 'shared/content/segments.ts', find: 'SINGLE_SEPTETS = 160', put: 'SINGLE_SEPTETS = 161' },
    ...{ command: `${JEST} --selectProjects core -- test/unit/shared/content`, says: /● .*segments?/i },
  },
  {
    step: 'Formatting',
    ...{ file: 'shared/limits.ts', find: 'export const', put: 'export  const' },
    ...{ command: 'npm run format:check', says: /limits\.ts/ },
  },
  {
    step: 'Module boundaries',
    file: 'shared/content/segments.ts',
    ...{
      find: 'export interface',
      put: "export { routes } from '../../functions/http/routes';\nexport interface",
    },
    ...{ command: 'npm run lint:modules', says: /shared\/content\/segments\.ts/ },
  },
  {
    step: 'Types',
    ...{
      file: 'shared/content/segments.ts',
      find: "encoding: 'GSM-7', segments",
      put: "encoding: 'GSM7', segments",
    },
    ...{ command: 'npm run typecheck', says: /segments\.ts.*error TS/ },
  },
  {
    step: 'Lint',
    ...{
      file: 'shared/webhooks/deliver-queue.ts',
      find: 'await delivery.settle()',
      put: 'delivery.settle()',
    },
    ...{ command: 'npm run lint:code', says: /floating/ },
  },
  {
    step: 'OpenAPI document',
    file: 'functions/http/automations.routes.ts',
    ...{ find: "summary: 'Preview an automation'", put: "summary: ''" },
    ...{ command: 'npm run --silent generate && npm run lint:openapi', says: /operation-summary/ },
  },
  {
    step: 'npm start: ready, a message goes out, Ctrl-C stops it',
    ...{
      file: 'shared/audience/consent/compliance-gate.ts',
      find: "return 'allowed';",
      put: "return 'notOptedIn';",
    },
    ...{ command: '.ci/check-start', says: /33028/ },
  },
  {
    step: "npm test on Lambda's version of Node.js: the modules",
    file: 'shared/accounts/credit-writes.ts',
    ...{ find: 'add: { smsCredits: charge.sms', put: 'add: { smsCredits: 2 * charge.sms' },
    command: `${LAMBDA_NODE} ${JEST} test/integration/shared/accounts`,
    says: /● /,
  },
  {
    step: 'npm test: the local cloud, the operator CLI, the stack, and the API',
    file: 'functions/http/automations.routes.ts',
    ...{ find: "query: ['account', 'automation', 'campaignRun']", put: "query: ['account', 'campaignRun']" },
    ...{ command: `${JEST} test/api/automation-turns.test`, says: /Functions lack grants/ },
  },
  {
    step: 'The console in a real browser: what people do with it',
    file: 'console/src/screens/campaigns/compose/draft.ts',
    ...{
      find: 'hoursDraftOf(sendingHours)',
      put: 'hoursDraftOf(sendingHours && { ...sendingHours, days: undefined })',
    },
    ...{ command: 'npm run test:console -- people', says: /● / },
  },
  {
    step: "On Lambda's version of Node.js, on DynamoDB Local, through AWS End User Messaging",
    file: 'shared/platform/provider/eum/receipt.ts',
    ...{ find: 'TEXT_DELIVERED:', put: 'TEXT_ARRIVED:' },
    command: `PROVIDER=eum ${LAMBDA_NODE} npm run test:dynamodb-local -- test/api/clicks`,
    says: /● /,
  },
  {
    step: 'cdk synth, and the size of every bundled handler',
    file: 'functions/http/create-contact.ts',
    ...{ find: 'import ', put: "import 'aws-cdk-lib/aws-lambda';\nimport " },
    ...{ command: 'npm run synth && node .ci/check-bundles.mjs', says: /larger than/ },
  },
  {
    step: 'The bill of materials lists what is deployed',
    file: 'lib/sbom/bill-of-materials.ts',
    ...{ find: ', ...modules.map((file) => relative(root, file))]', put: ']' },
    command: 'npm run synth && node --import tsx .ci/check-sbom.mjs',
    says: /deployed and not listed/,
  },
  {
    step: 'Signatures and known faults of the packages',
    file: 'package-lock.json',
    ...{
      find: '"node_modules/ajv": {\n      "version": "',
      put: '"node_modules/ajv": {\n      "version": "6.12.2", "was": "',
    },
    ...{ command: '.ci/check-packages', says: /ajv/ },
  },
  {
    step: 'cfn-lint on the synthesised template',
    file: 'lib/stack/service-function.ts',
    ...{
      find: 'Duration.seconds(settings.timeoutSeconds)',
      put: 'Duration.seconds(settings.timeoutSeconds + 900)',
    },
    ...{ command: '.ci/check-templates', says: /E3034|maximum/ },
  },
  {
    step: "Event patterns and stream filters by AWS's own event-ruler",
    ...{
      file: 'lib/stack/workers.ts',
      find: "FilterRule.isEqual('OUTBOX')",
      put: "FilterRule.isEqual('OUTBOXES')",
    },
    ...{ command: 'npm run test:event-ruler', says: /expected|otherwise/ },
  },
  {
    step: "Time zones by IANA's data, as Python reads them",
    file: 'shared/time-zones/zone-clock.ts',
    ...{ find: 'parseInt(sincePrevious, 36)', put: 'parseInt(sincePrevious, 36) + 1' },
    ...{ command: 'npm run test:time-zones', says: /ahead of UTC, not/ },
  },
  {
    step: "Twilio's packages for Python and Java against the service",
    file: 'shared/twilio/internal/error-body.ts',
    ...{ find: 'code: 21211', put: 'code: 21212' },
    ...{ command: 'npm run test:twilio', says: /21212/ },
  },
  {
    step: 'Receivers of webhooks in four languages, with the packages of Standard Webhooks',
    ...{ file: 'shared/webhooks/signing-secret.ts', find: '`v1,${', put: '`v1a,${' },
    ...{ command: 'npm run test:webhook-receivers', says: /The receiver in \w+: FAILED/ },
  },
  {
    step: 'The client for Python, as a wheel, against the service',
    file: 'clients/python/src/messaging_service/_request.py',
    ...{ find: 'str(uuid.uuid4()), **body', put: '"always the same", **body' },
    ...{ command: 'npm run test:python-client', says: /were sent|Error/ },
  },
  {
    step: 'Nothing of the last release is broken, by oasdiff',
    file: 'functions/http/automations.routes.ts',
    ...{ find: "path: '/api/v1/automations/{id}/preview'", put: "path: '/api/v1/automations/{id}/previews'" },
    command: 'npm run --silent generate && npm run test:breaking-changes',
    says: /preview/,
  },
  {
    step: 'Idempotency keys and credits of concurrent calls, judged by porcupine',
    file: 'shared/sending/idempotency/key-writes.ts',
    ...{ find: "{ ConditionExpression: 'attribute_not_exists(pk)' }", put: '{}' },
    ...{ command: 'npm run test:linearizability', says: /key of \S+ key:\d: Illegal/ },
  },
  {
    step: "Documents of Amazon Pinpoint by AWS's own model of it",
    ...{ file: 'test/pinpoint/documents/journey-welcome.json', find: '"State"', put: '"Status"' },
    ...{ command: 'npm run test:pinpoint', says: /Status/ },
  },
  {
    step: 'The event archive of the service, read by DuckDB',
    ...{
      file: 'shared/events/archived-event.ts',
      find: "PERSON_COLUMN = 'person'",
      put: "PERSON_COLUMN = 'human'",
    },
    ...{ command: 'npm run test:event-archive', says: /person/ },
  },
  {
    step: 'Everything at once while everything around it fails, 24 runs',
    file: 'shared/sending/gate.ts',
    ...{ find: "return 'opted_out'", put: 'return undefined' },
    command: `${LAMBDA_NODE} npm run test:faults -- --runs 24 --seed 1`,
    says: /STOP|opted/i,
  },
  {
    step: 'Functions of the last release beside these, on one table, 8 runs',
    ...{
      file: 'shared/platform/store/keys.ts',
      find: "CHUNK_PREFIX = 'CHUNK#'",
      put: "CHUNK_PREFIX = 'PART#'",
    },
    // Of the commit itself until a release is tagged.
    command: `${LAMBDA_NODE} npm run test:faults -- --runs 8 --seed 1 --previous HEAD`,
    says: /[1-9]\d* failed/,
  },
  {
    step: "Workloads under a model of AWS's limits, the short ones",
    file: 'shared/senders/reserve-slots.ts',
    ...{ find: 'MARGIN * seconds', put: '2 * MARGIN * seconds' },
    command: `${LAMBDA_NODE} npm run simulate -- --short`,
    says: /MISSED/,
  },
  {
    step: 'A single send that fails at any call, at length',
    file: 'shared/accounts/credit-writes.ts',
    ...{ find: 'add: { smsCredits: charge.sms', put: 'add: { smsCredits: 2 * charge.sms' },
    command: `FAULT_RUNS=300 ${LAMBDA_NODE} ${JEST} test/fault/single-send`,
    says: /seed \d+: /,
  },
  {
    step: 'Benches: memory, and what sends with their receipts consume',
    file: 'shared/messages/message-writes.ts',
    ...{
      find: '    ...storedMessage.item(',
      put: "    padding: 'x'.repeat(1_500),\n    ...storedMessage.item(",
    },
    command: `${LAMBDA_NODE} npm run bench -- acceptance-memory receipts-capacity`,
    says: /MISSED/,
  },
  {
    step: 'Requests that Schemathesis makes from the OpenAPI document, about 1,600',
    file: 'shared/lists/list-query.ts',
    ...{ find: 'if (limit < 1) throw invalidRequest(', put: 'if (limit < 1) throw new TypeError(' },
    ...{ command: 'npm run test:schemathesis -- --seed 1 --cases 8', says: /500|Server error/ },
  },
  {
    step: 'Hostile requests, about 3,000',
    file: 'shared/http/internal/json-body.ts',
    ...{
      find: "throw new ServiceError('MalformedJson', { cause: 'json' })",
      put: "throw new TypeError('json')",
    },
    ...{ command: 'npm run test:fuzz -- --requests 3000 --seed 1', says: /\b500\b/ },
  },
  {
    step: 'Webhooks of the whole service, killed on the way',
    ...{
      file: 'shared/webhooks/signing-secret.ts',
      find: 'getTime() / 1000',
      put: 'getTime() / 1000 + 3600',
    },
    ...{ command: 'node --import tsx test/load/webhooks.ts 200 1', says: /[1-9]\d* requests not verified/ },
  },
  {
    step: 'The stack, deployed into an AWS in one process',
    // The first request fails by it; without a right to a queue, tests would wait. The emulator knows no rights to single keys;
    // those are what tests of the local cloud are for.
    file: 'lib/stack/table-access.ts',
    ...{ find: "['dynamodb:GetItem', 'dynamodb:BatchGetItem']", put: "['dynamodb:GetItem']" },
    ...{ command: 'npm run test:deploy', says: /AccessDenied|not authorized/ },
  },
];
