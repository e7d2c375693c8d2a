// A package that wants to run a script while it is installed is judged in `allowScripts` of package.json. check-lockfile.mjs goes by what
// the lockfile says of it; this looks into the installed packages themselves.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [root = '.'] = process.argv.slice(2);
const readJson = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));

const { allowScripts = {} } = readJson('package.json');
const installed = Object.keys(readJson('node_modules', '.package-lock.json').packages);

const found = installed.filter((path) => {
  const { scripts = {} } = readJson(path, 'package.json');
  // npm builds what has this file, also without a script.
  return (
    ['preinstall', 'install', 'postinstall'].some((name) => name in scripts) ||
    existsSync(join(root, path, 'binding.gyp'))
  );
});
const unjudged = found.filter((path) => !(nameOf(path) in allowScripts));
for (const path of unjudged) {
  console.error(`${path} has an install script that allowScripts of package.json does not judge.`);
}
if (installed.length === 0) console.error('No packages are installed.');
if (unjudged.length > 0 || installed.length === 0) process.exit(1);
console.log(
  `${installed.length} packages are installed; ${found.length} have install scripts, which are judged.`,
);

function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
