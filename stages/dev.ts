import type { StageSettings } from '../lib/stack/settings';

/** Stage to try things out, which `cdk deploy` makes unless another is chosen. It may be deleted with all its data. */
export default { deletion: 'deletesData' } satisfies StageSettings;
