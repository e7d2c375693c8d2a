// Every package that can be installed here is pinned by its content, and by no address that only one machine knows. A package that
// wants to run a script while it is installed is judged in `allowScripts` of package.json.
import { readFileSync } from 'node:fs';

const REGISTRY = 'https://registry.npmjs.org/';

const [file = 'package-lock.json'] = process.argv.slice(2);
const { packages } = JSON.parse(readFileSync(file, 'utf8'));
const { allowScripts = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
const entries = Object.entries(packages).filter(([path]) => path !== '');

const faults = [];
const elsewhere = [];
for (const [path, entry] of entries) {
  const { integrity, resolved } = entry;
  if (resolved !== undefined && !resolved.startsWith(REGISTRY)) faults.push(`${path} comes from ${resolved}`);
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  if (entry.hasInstallScript === true && !(name in allowScripts)) {
    faults.push(`${path} has an install script that allowScripts of package.json does not judge`);
  }
  // A bundled package is part of the archive of the one that bundles it, whose integrity covers it.
  if (entry.inBundle === true || integrity?.startsWith('sha512-')) continue;
  if (integrity === undefined && entry.optional === true && !fitsThisPlatform(entry)) elsewhere.push(path);
  else faults.push(`${path} has ${integrity === undefined ? 'no integrity' : `only ${integrity}`}`);
}

if (entries.length === 0) faults.push('There are no packages in it');
for (const fault of faults) console.error(`${file}: ${fault}.`);
if (faults.length > 0) process.exit(1);
console.log(
  `${entries.length} packages; ${elsewhere.length} of them are optional ones for other platforms, without integrity.`,
);

/** As npm decides what to install of optional packages. */
function fitsThisPlatform({ os, cpu, libc }) {
  const musl = process.report?.getReport().header.glibcVersionRuntime === undefined;
  return fits(os, process.platform) && fits(cpu, process.arch) && fits(libc, musl ? 'musl' : 'glibc');
}

function fits(list, value) {
  if (list === undefined) return true;
  const excluded = list.filter((one) => one.startsWith('!'));
  if (excluded.includes(`!${value}`)) return false;
  return excluded.length === list.length || list.includes(value);
}
