import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateConsoleTheme } from '../lib/generate/console-theme';
import { generatePhoneMetadata } from '../lib/generate/phone-metadata';
import { generateTimeZones } from '../lib/generate/time-zones';

/**
 * Writes the sources that are generated and not committed: phone-number metadata, time zones, the console's theme,
 * the validators, the reference, the types and examples of clients, and the template that the local service runs from, so that the first
 * `npm start` need not wait for the CDK. Runs before `npm test`, and, through `ready.mjs`, before other programs after
 * an installation of packages.
 */
const rootDir = join(import.meta.dirname, '..');
generatePhoneMetadata(rootDir);
generateTimeZones(rootDir);
generateConsoleTheme(rootDir);
// These import the phone numbers and time zones that were just written.
const { generateSources } = await import('../lib/generate/generate-sources');
const { generateApiTypes } = await import('../lib/generate/api-types');
const { generateClients } = await import('../lib/generate/client-operations');
const { generateApiExamples } = await import('../lib/generate/api-examples');
const { synthesize } = await import('../lib/local/synthesize');
generateSources(rootDir);
await generateApiTypes(rootDir);
generateClients(rootDir);
generateApiExamples(rootDir);
await synthesize({ rootDir, provider: 'simulator' });
writeFileSync(join(rootDir, '.cache', 'generated'), '');
