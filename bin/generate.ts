import { join } from 'node:path';
import { generatePhoneMetadata } from '../lib/generate/phone-metadata';

/**
 * Writes what is generated and not committed: phone-number metadata, the validators, the reference, the types and examples
 * of clients, and the template that the local service runs from, so that the first `npm start` need not wait for the CDK.
 * Runs after `npm install` and before `npm test`.
 */
const rootDir = join(import.meta.dirname, '..');
generatePhoneMetadata(rootDir);
// These read phone numbers, and so what was just written.
const { generateSources } = await import('../lib/generate/generate-sources');
const { generateApiTypes } = await import('../lib/generate/api-types');
const { generateApiExamples } = await import('../lib/generate/api-examples');
const { synthesize } = await import('../lib/local/synthesize');
generateSources(rootDir);
await generateApiTypes(rootDir);
generateApiExamples(rootDir);
await synthesize({ rootDir });
