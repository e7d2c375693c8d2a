import type { CustomFieldDefinition } from '../custom-fields/custom-field-schema';
import { optionNamesAfter } from '../custom-fields/select-options';
import type { ConditionInput, LeafInput } from './audience';
import { foldText } from './condition';

/**
 * Rewrites comparisons that were stored earlier with the names that the options of their field have now, so that they mean
 * the options that they meant then. Text that named no option then means the first option that has been called so since.
 * A comparison stays as it is where its text means the same options now.
 *
 * @param options.renames how many renames the field had when the comparisons were stored
 *
 * **Source:** rules E3.
 */
export function followOptions(options: FieldAt): (leaf: LeafInput) => ConditionInput {
  const { field, renames } = options;
  if ((field.renames?.length ?? 0) <= renames) return (leaf) => leaf;
  let states: State[] | undefined;
  let byName: ReadonlyMap<string, number[]> | undefined;
  return (leaf) => {
    const { op, value } = leaf;
    states ??= statesSince(options);
    byName ??= firstPlacesByName(states);
    const meanings: Meanings = { field, states, byName };
    if (Array.isArray(value)) {
      const names = value.flatMap((one: unknown) =>
        typeof one === 'string' ? (namesOfMeant(one, op, meanings) ?? [one]) : [one],
      );
      return { ...leaf, value: [...new Set(names)] };
    }
    const names = typeof value === 'string' && namesOfMeant(value, op, meanings);
    if (!names) return leaf;
    if (names.length === 1 && !isPattern(op)) return { ...leaf, value: names[0] };
    const listed = { ...leaf, op: 'in', value: names };
    return op === 'notEquals' ? { not: listed } : listed;
  };
}

interface FieldAt {
  field: CustomFieldDefinition;
  renames: number;
}

/** The options between two renames. */
interface State {
  /** By place, in the form in which they are compared; of options that were added later their first names. */
  names: string[];
  /** How many options there were before the next rename. */
  count: number;
}

interface Meanings {
  field: CustomFieldDefinition;
  states: readonly State[];
  byName: ReadonlyMap<string, number[]>;
}

/** The last one is that of now. */
function statesSince({ field, renames }: FieldAt): State[] {
  const all = field.renames ?? [];
  const fold = foldOf(field);
  return Array.from({ length: all.length - renames + 1 }, (_, index) => ({
    names: optionNamesAfter(field, renames + index).map(fold),
    count: all[renames + index]?.options ?? field.options.length,
  }));
}

/** Texts are compared ignoring case, lists of options with it. */
const foldOf = ({ type }: CustomFieldDefinition) =>
  type === 'MULTI_SELECT' ? (text: string) => text : foldText;

/** Places of the options that are the first to have each name. */
function firstPlacesByName(states: readonly State[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const state of states) {
    const ofState = new Map<string, number[]>();
    for (const [place, name] of state.names.slice(0, state.count).entries()) {
      ofState.set(name, [...(ofState.get(name) ?? []), place]);
    }
    for (const [name, places] of ofState) if (!found.has(name)) found.set(name, places);
  }
  return found;
}

/** Names that the options have now which a text means; `undefined` where it still means what it says. */
function namesOfMeant(text: string, op: string, meanings: Meanings): string[] | undefined {
  const { field, states, byName } = meanings;
  const wanted = foldOf(field)(text);
  const placesIn = ({ names }: State): number[] =>
    [...names.entries()].flatMap(([place, name]) => (isNamed(name, { op, wanted }) ? [place] : []));
  const meant = isPattern(op) ? states.map(placesIn).find((places) => places.length > 0) : byName.get(wanted);
  if (!meant) return undefined;
  const now = states.slice(-1).flatMap(placesIn);
  const isSame = meant.length === now.length && meant.every((place) => now.includes(place));
  return isSame ? undefined : meant.map((place) => field.options[place] ?? text);
}

function isNamed(name: string, { op, wanted }: { op: string; wanted: string }): boolean {
  if (op === 'startsWith') return name.startsWith(wanted);
  return op === 'contains' ? name.includes(wanted) : name === wanted;
}

/** A comparison with a part of a name: it also means options that are added later. */
const isPattern = (op: string) => op === 'startsWith' || op === 'contains';
