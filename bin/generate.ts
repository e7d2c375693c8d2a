import { join } from 'node:path';
import { generateApiExamples } from '../lib/generate/api-examples';
import { generateApiTypes } from '../lib/generate/api-types';
import { generateSources } from '../lib/generate/generate-sources';
import { synthesize } from '../lib/local/synthesize';

/**
 * Writes what is generated and not committed: the validators, the reference, the types and examples of clients, and the template that
 * the local service runs from, so that the first `npm start` need not wait for the CDK. Runs after `npm install` and
 * before `npm test`.
 */
const rootDir = join(import.meta.dirname, '..');
generateSources(rootDir);
await generateApiTypes(rootDir);
generateApiExamples(rootDir);
await synthesize({ rootDir });
