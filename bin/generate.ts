import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateValidators } from '../lib/generate/validators';

/** Writes what is generated and not committed. Runs after `npm install`. */
generateValidators(join(dirname(fileURLToPath(import.meta.url)), '..'));
