// The software bill of materials of `npm run sbom` is a document of CycloneDX, and lists what is deployed: the packages of which something
// is in a bundle of cdk.out, as the source maps there say, and those of the console; none of them is a tool alone. Run after `npm run synth`, with `--import tsx`.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { CONSOLE_MODULES } from '../lib/console/build-console';
import { refsOf } from '../lib/sbom/bill-of-materials';

const SCHEMAS = 'node_modules/@cyclonedx/cyclonedx-library/res/schema';
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

const bill = JSON.parse(
  execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
);
const faults = [];

const ajv = new Ajv({ strict: false, formats: { 'iri-reference': true, 'idn-email': true } });
addFormats.default(ajv);
// The schema names these by their files.
for (const name of ['spdx.SNAPSHOT.schema.json', 'jsf-0.82.SNAPSHOT.schema.json']) {
  ajv.addSchema({ ...readJson(`${SCHEMAS}/${name}`), $id: `http://cyclonedx.org/schema/${name}` });
}
const isValid = ajv.compile(readJson(`${SCHEMAS}/bom-${bill.specVersion}.SNAPSHOT.schema.json`));
if (!isValid(bill)) faults.push(ajv.errorsText(isValid.errors, { separator: '\n' }));

const root = process.cwd();
const templates = readdirSync('cdk.out').filter((name) => name.endsWith('.template.json'));
const maps = templates
  .flatMap((template) => Object.values(readJson(join('cdk.out', template)).Resources))
  .filter(({ Type, Metadata }) => Type === 'AWS::Lambda::Function' && Metadata?.entry !== undefined)
  .map(({ Metadata }) => join('cdk.out', Metadata['aws:asset:path'], 'index.js.map'));
if (maps.length === 0) faults.push('There are no bundles in cdk.out');
const sources = maps.flatMap((map) =>
  readJson(map).sources.map((source) => source.replace(/^(\.\.\/)+/, '')),
);
const modules = readJson(CONSOLE_MODULES).map((file) => relative(root, file));
const deployed = refsOf(root, [...new Set([...sources, ...modules])]);
const listed = new Set(bill.components.map((component) => component['bom-ref']));
for (const ref of deployed) if (!listed.has(ref)) faults.push(`${ref} is deployed and not listed`);
for (const ref of listed) if (!deployed.has(ref)) faults.push(`${ref} is listed and not deployed`);
// `npm audit` is asked for what is deployed by leaving the tools out.
const audited = new Set(
  Object.entries(readJson('package-lock.json').packages)
    .filter(([, { dev }]) => dev !== true)
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`),
);
for (const ref of listed) if (!audited.has(ref)) faults.push(`${ref} is deployed and not in dependencies`);

for (const fault of faults) console.error(`The bill of materials: ${fault}.`);
if (faults.length > 0) process.exit(1);
console.log(
  `The bill of materials lists the ${listed.size} packages that are deployed, as CycloneDX ${bill.specVersion}.`,
);
