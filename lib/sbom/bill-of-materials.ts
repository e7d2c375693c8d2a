import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { array, type InferOutput, looseObject, optional, parse, record, string } from 'valibot';
import { buildConsole, CONSOLE_MODULES } from '../console/build-console';
import { bundledFiles } from '../stack/bundles';

/** The fields of npm's CycloneDX document that are read here. A `bom-ref` is `name@version`. */
const billOfMaterials = looseObject({
  metadata: looseObject({ component: looseObject({ 'bom-ref': string() }) }),
  components: array(looseObject({ 'bom-ref': string(), properties: array(looseObject({ name: string() })) })),
  dependencies: array(looseObject({ ref: string(), dependsOn: array(string()) })),
});
export type BillOfMaterials = InferOutput<typeof billOfMaterials>;

/**
 * The fields of package-lock.json that are read here. `name` is set where a package is installed under another name.
 */
const lockfile = looseObject({
  packages: record(string(), looseObject({ name: optional(string()), version: optional(string()) })),
});

/** Generated files that hold the data of a package and are deployed in its place. */
const DATA_OF_PACKAGES: Readonly<Record<string, string>> = {
  'shared/time-zones/generated/time-zone-data.js': 'node_modules/moment-timezone',
  'shared/phone-numbers/generated/metadata.js': 'node_modules/libphonenumber-js',
};
const DEVELOPMENT = 'cdx:npm:package:development';

/**
 * Makes the software bill of materials of the deployment: the packages of which a function or the console has a part.
 *
 * @param root of the project, whose packages are installed
 * @returns a document of CycloneDX 1.5
 * @throws Error when a deployed package is not in package-lock.json
 */
export async function makeBillOfMaterials(root: string): Promise<BillOfMaterials> {
  await buildConsole(root);
  const modules = JSON.parse(readFileSync(join(root, CONSOLE_MODULES), 'utf8')) as string[];
  const files = [...bundledFiles(root), ...modules.map((file) => relative(root, file))];
  return keepComponents(listAll(root), refsOf(root, files));
}

/**
 * Returns the packages that the files belong to, as `name@version`.
 *
 * @param files from the root of the project
 */
export function refsOf(root: string, files: readonly string[]): Set<string> {
  const { packages } = parse(lockfile, JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const paths = new Set(files.flatMap((file) => packagePathOf(file) ?? []));
  return new Set(
    [...paths].map((path) => {
      const { name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), version } =
        packages[path] ?? {};
      if (version === undefined) throw new Error(`${path} is not in package-lock.json`);
      return `${name}@${version}`;
    }),
  );
}

const packagePathOf = (file: string) =>
  /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? DATA_OF_PACKAGES[file];

/** Lists everything in package-lock.json, with the licence and the hash of each package. */
function listAll(root: string): BillOfMaterials {
  const argv = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  const json = execFileSync('npm', argv, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return parse(billOfMaterials, JSON.parse(json));
}

/** Keeps the components with these references, and the dependencies between them. */
export function keepComponents(all: BillOfMaterials, deployed: ReadonlySet<string>): BillOfMaterials {
  const kept = new Map(
    all.components
      .filter((component) => deployed.has(component['bom-ref']))
      // A deployed package is listed the same, whichever part of package.json names it.
      .map(({ properties, ...component }) => [
        component['bom-ref'],
        { ...component, properties: properties.filter(({ name }) => name !== DEVELOPMENT) },
      ]),
  );
  const missing = [...deployed].filter((ref) => !kept.has(ref));
  if (missing.length > 0) throw new Error(`npm does not list ${missing.join(', ')}`);
  const root = all.metadata.component['bom-ref'];
  const isListed = (ref: string) => ref === root || kept.has(ref);
  const dependencies = all.dependencies
    .filter(({ ref }) => isListed(ref))
    .map((dependency) => ({
      ...dependency,
      dependsOn: [...new Set(dependency.dependsOn.filter(isListed))],
    }));
  return {
    ...all,
    components: [...kept.values()],
    dependencies: [...new Map(dependencies.map((dependency) => [dependency.ref, dependency])).values()],
  };
}
