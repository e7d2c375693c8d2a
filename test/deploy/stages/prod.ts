import type { StageSettings } from '../../../lib/stack/settings';

/** Production with End User Messaging, but for its deletion in the end; it keeps the same data as a protected stage. */
export default {
  deletion: 'keepsData',
  reservedConcurrency: true,
  // MiniStack has no configuration sets, so the stack gets the name of one.
  provider: { name: 'eum', configurationSet: 'test' },
  // MiniStack refuses alarms on the sum of several metrics, which the stack tests check.
  alarms: false,
  issuer: { url: 'https://login.example.com', clientId: 'console' },
} satisfies StageSettings;
