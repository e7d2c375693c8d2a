import type { StageSettings } from '../lib/stack/settings';

/** Stage that people rely on. All other settings, which docs/deploy.md lists, have their defaults. */
export default { deletion: 'protected' } satisfies StageSettings;
