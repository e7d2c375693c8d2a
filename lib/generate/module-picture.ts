/** An import between two files, paths from the root of the project. */
interface FileImport {
  from: string;
  to: string;
}

/** Modules that all others may import. Nearly all do, so their arrows would hide the rest. */
const GROUND = ['limits', 'errors', 'lists', 'platform', 'phone-numbers'];

/**
 * Draws the modules of `shared/` as a Mermaid graph, folders inside a module as one box with it. An arrow that a longer
 * way implies is left out.
 *
 * @param modules from the ground up
 */
export function drawModules(modules: readonly string[], imports: readonly FileImport[]): string {
  const boxes = [...new Set(modules.map(boxOf))];
  const arrows = new Map<string, Set<string>>(boxes.map((box) => [box, new Set()]));
  for (const { from, to } of imports) {
    const [source, target] = [moduleOf(modules, from), moduleOf(modules, to)].map(
      (module) => module && boxOf(module),
    );
    if (source && target && source !== target) arrows.get(source)?.add(target);
  }
  const drawn = boxes.filter((box) => !GROUND.includes(box));
  const lines = drawn.flatMap((box) =>
    [...(arrows.get(box) ?? [])]
      .filter((target) => drawn.includes(target) && !isImplied(arrows, box, target))
      .sort()
      .map((target) => `  ${idOf(box)} --> ${idOf(target)}`),
  );
  const nodes = drawn.map((box) => `  ${idOf(box)}["${box}"]`);
  return ['```mermaid', 'flowchart BT', ...nodes, ...lines, '```'].join('\n');
}

/** Returns the box of a module: a folder of `sending/jobs` is in that one, any other in the module's first folder. */
function boxOf(module: string): string {
  return module.split('/').slice(0, 2).join('/');
}

function moduleOf(modules: readonly string[], file: string): string | undefined {
  const path = file.replace(/^shared\//, '');
  return modules
    .filter((module) => path === `${module}.ts` || path.startsWith(`${module}/`))
    .sort((a, b) => b.length - a.length)[0];
}

function isImplied(arrows: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
  return [...(arrows.get(from) ?? [])].some((between) => between !== to && reaches(arrows, between, to));
}

function reaches(arrows: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
  const next = arrows.get(from) ?? new Set();
  return next.has(to) || [...next].some((between) => reaches(arrows, between, to));
}

const idOf = (box: string) => box.replaceAll(/\W/g, '_');
