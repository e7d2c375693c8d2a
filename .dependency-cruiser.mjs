/**
 * The modules of `shared/`, from the ground up: a module imports those above its own line, never those below. A
 * folder inside another stands below it, and the outer module's files are those that are in no inner one.
 */
export const MODULES = [
  'limits',
  'errors',
  'lists',
  'time-zones',
  'text',
  'calendar',
  'countries',
  'platform',
  'phone-numbers',
  'content',
  'outbox',
  'events',
  'holds',
  'accounts',
  'users',
  'audit',
  'approvals',
  'senders',
  'transfers',
  'messages',
  'webhooks',
  'statistics',
  'audience/custom-fields',
  'audience/contacts',
  'audience/groups',
  'audience/consent',
  'audience/book',
  'audience/segments',
  'audience/import',
  'automations/calendar',
  'automations/record',
  'campaigns/timing',
  'campaigns/record',
  'sending',
  'sending/clicks',
  'sending/compose',
  'sending/idempotency',
  'sending/media',
  'sending/jobs',
  'sending/jobs/accept',
  'sending/jobs/results',
  'sending/jobs/process',
  'sending/jobs/read',
  'sending/single',
  'sending/receipts',
  'sending/links',
  'sending/platform',
  'campaigns/run',
  'campaigns/plan',
  'automations',
  'automations/enter-ahead',
  'automations/run',
  'automations/plan',
  'custom-events',
  'texts',
  'overview',
  'exports',
  'inbound',
  'opt-in-forms',
  'erasure',
  'operations',
  'http',
  'twilio',
];

/** @returns {string} pattern of the files of a module, without those of the modules inside it */
function filesOf(module) {
  const inner = MODULES.filter((other) => other.startsWith(`${module}/`));
  return `^shared/${module}(\\.ts$|/(?!(${inner.map((other) => other.slice(module.length + 1)).join('|')})/))`;
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'Files that import each other, types included, can only be understood together.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'module-without-a-place',
      comment: 'Every file of shared/ belongs to a module in the order of .dependency-cruiser.mjs.',
      severity: 'error',
      from: { path: '^shared/', pathNot: MODULES.map(filesOf) },
      to: {},
    },
    {
      name: 'provider-outside-its-folder',
      comment:
        'A provider is known to its own folder, to its choice, and to the readers of its events and its account.',
      severity: 'error',
      from: {
        path: '^(shared|functions)/',
        pathNot: [
          '^shared/platform/provider/eum/',
          '^shared/sending/platform/sending-platform.ts$',
          '^functions/workers/(record-receipt|receive-inbound|erase-people).ts$',
          '^shared/operations/(internal/describe-dead-letter|examine-service|record-spend-limit).ts$',
        ],
      },
      to: { path: ['^shared/platform/provider/eum/', '/client-pinpoint-sms-voice-v2/'] },
    },
    ...MODULES.slice(0, -1).map((module, index) => ({
      name: `${module.replaceAll('/', '-')}-imports-upwards`,
      comment: `shared/${module} imports only modules above its line in .dependency-cruiser.mjs.`,
      severity: 'error',
      from: { path: filesOf(module) },
      to: { path: MODULES.slice(index + 1).map(filesOf) },
    })),
    ...MODULES.map((module) => ({
      name: 'internal-to-another-module',
      comment: 'A folder internal/ is for its own module. The other files of a module are its public face.',
      severity: 'error',
      from: { pathNot: filesOf(module) },
      to: { path: `${filesOf(module)}.*\\binternal/` },
    })),
    ...MODULES.map((module) => ({
      name: 'public-without-importer',
      comment: 'A file that no other module imports lies in a folder internal/ of its module.',
      severity: 'error',
      module: { path: filesOf(module), pathNot: '/internal/', numberOfDependentsLessThan: 1 },
      from: { pathNot: filesOf(module) },
    })),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: ['node_modules', '/generated/'] },
    exclude: { path: ['/generated/'] },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.json'] },
  },
};
