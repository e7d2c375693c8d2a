import type { ConditionInput } from '../../../audience/segments/audience';
import type { Activities } from './activities';
import { readConditions } from './condition';
import type { Context } from './context';
import type { Part } from './part';

/** Way on from a split: a condition for those who go on, and the next activity. */
export interface Way {
  stopUnless?: ConditionInput;
  next: string | undefined;
}

interface Split {
  id: string;
  part: Part;
  activities: Activities;
}

const ENDS = 'The draft ends here:';

/**
 * Reads a yes/no split: one path goes on, and those who belong on the other one leave.
 *
 * @returns `undefined` when the draft ends at the split
 */
export function readYesNo(context: Context, { id, part, activities }: Split): Way | undefined {
  const { findings } = context;
  const paths = { yes: part.at('TrueActivity'), no: part.at('FalseActivity') };
  const { yes, no } = paths;
  findings.cover([yes, no]);
  const first = activities.firstOf(yes.text);
  if (first !== undefined && first === activities.firstOf(no.text)) {
    findings.left(part.at('Condition'), 'Both paths go on with the same activity, so that nothing is asked.');
    return { next: yes.text };
  }
  const chosen = choosePath(context, id, ['yes', 'no']);
  if (chosen === undefined && !activities.hasText(yes.text) && !activities.hasText(no.text)) {
    findings.left(part, `${ENDS} no text follows on either path.`);
    return undefined;
  }
  const path = chosen ?? (activities.hasText(yes.text) ? 'yes' : 'no');
  const other = path === 'yes' ? 'no' : 'yes';
  const next = paths[path].text;
  const asked = part.at('Condition');
  const [condition] =
    readConditions(context, [{ conditions: asked.at('Conditions').items, operator: asked.at('Operator') }]) ??
    [];
  if (!condition) {
    if (chosen === undefined) {
      findings.left(
        part,
        `${ENDS} what it asks cannot be asked. With --path ${id}=yes or --path ${id}=no everyone takes that path.`,
      );
      return undefined;
    }
    findings.changed(part, `What it asks cannot be asked: everyone takes the path ${path}.`);
    return { next };
  }
  const isOtherEmpty = !activities.hasText(paths[other].text);
  if (isOtherEmpty)
    findings.taken(part, `Who belongs on the path ${other}, on which no text follows, leaves.`);
  else
    findings.changed(
      part,
      `The path ${path} goes on, and the others leave. For their texts make a second draft with --path ${id}=${other}.`,
    );
  return { stopUnless: path === 'yes' ? condition : { not: condition }, next };
}

/** Reads a split by several conditions: only a path that the operator chooses goes on. */
export function readMultiCondition(context: Context, { id, part }: Split): Way | undefined {
  const { findings } = context;
  const branches = part.at('Branches').items;
  const numbers = branches.map((_, index) => String(index + 1));
  const chosen = choosePath(context, id, [...numbers, 'else']);
  if (chosen === undefined) {
    findings.left(
      part,
      `${ENDS} a split by several conditions has no counterpart. Make a draft for each path, with --path ${id}=${[...numbers, 'else'].join(', ')}.`,
    );
    return undefined;
  }
  const place = chosen === 'else' ? branches.length : Number(chosen) - 1;
  const next = (branches[place] ? branches[place].at('NextActivity') : part.at('DefaultActivity')).text;
  findings.cover([part.at('DefaultActivity'), ...branches.map((branch) => branch.at('NextActivity'))]);
  const asked = branches.slice(0, place + 1);
  const conditions = readConditions(
    context,
    asked.map((branch) => ({ conditions: [branch.at('Condition')] })),
  );
  if (!conditions) {
    findings.changed(part, `What it asks cannot be asked: everyone takes the path ${chosen}.`);
    return { next };
  }
  const all = conditions.map((one, index): ConditionInput => (index === place ? one : { not: one }));
  findings.changed(
    part,
    `The path ${chosen} goes on, and the others leave: each path is a draft of its own.`,
  );
  const [only] = all;
  return { stopUnless: all.length === 1 && only ? only : { all }, next };
}

/** Reads a random split: only a path that the operator chooses goes on, for everyone. */
export function readRandom(context: Context, { id, part }: Split): Way | undefined {
  const { findings } = context;
  const branches = part.at('Branches').items;
  const numbers = branches.map((_, index) => String(index + 1));
  const chosen = choosePath(context, id, numbers);
  const branch = branches[Number(chosen) - 1];
  if (chosen === undefined || !branch) {
    findings.left(
      part,
      `${ENDS} no choice is made at random. With --path ${id}=${numbers.join(', ')} everyone takes that path.`,
    );
    return undefined;
  }
  findings.changed(
    part,
    `Everyone takes the path ${chosen}, which ${branch.at('Percentage').number ?? 'some'} % of people took.`,
  );
  return { next: branch.at('NextActivity').text };
}

function choosePath<Path extends string>(
  { findings, options }: Context,
  id: string,
  paths: Path[],
): Path | undefined {
  const given = Object.hasOwn(options.paths, id) ? options.paths[id] : undefined;
  if (given === undefined) return undefined;
  const path = paths.find((one) => one === given.toLowerCase());
  if (path === undefined) findings.need(`a path of the split ${id}: --path ${id}=${paths.join(', ')}`);
  return path;
}
