import { join } from 'node:path';
import { generateValidators } from '../lib/generate/validators';
import { synthesize } from '../lib/local/synthesize';

/**
 * Writes what is generated and not committed: the validators, and the template that the local service runs from, so
 * that the first `npm start` need not wait for the CDK. Runs after `npm install` and before `npm test`.
 */
const rootDir = join(import.meta.dirname, '..');
generateValidators(rootDir);
await synthesize({ rootDir });
