import type { CustomFieldDefinition } from '../../custom-fields/custom-field-schema';
import { optionNamesAfter } from '../../custom-fields/select-options';
import type { ConditionInput, LeafInput } from '../audience';
import { foldText } from '../condition';

/**
 * Rewrites stored comparisons with the current names of their field's options, so that they keep their meaning after a
 * rename. Text that named no option then means the first option that has had that name since. A comparison stays as it
 * is when its text still means the same options.
 *
 * @param options.renames number of renames of the field when the comparisons were stored
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

/** Options of a field between two renames. */
interface State {
  /** Names by place, folded as they are compared. Options that were added later have their first names. */
  names: string[];
  /** Number of options before the next rename. */
  count: number;
}

interface Meanings {
  field: CustomFieldDefinition;
  states: readonly State[];
  byName: ReadonlyMap<string, number[]>;
}

/** Returns the states since the comparisons were stored; the last one is the current one. */
function statesSince({ field, renames }: FieldAt): State[] {
  const all = field.renames ?? [];
  const fold = foldOf(field);
  return Array.from({ length: all.length - renames + 1 }, (_, index) => ({
    names: optionNamesAfter(field, renames + index).map(fold),
    count: all[renames + index]?.options ?? field.options.length,
  }));
}

/** Returns how names are compared: texts ignoring case, lists of options with case. */
const foldOf = ({ type }: CustomFieldDefinition) =>
  type === 'MULTI_SELECT' ? (text: string) => text : foldText;

/** Maps each name to the places of the options that had it first. */
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

/**
 * Returns the current names of the options that a text means; `undefined` when the text still means the same options.
 */
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

/** Returns true for a comparison with a part of a name, which also covers options that are added later. */
const isPattern = (op: string) => op === 'startsWith' || op === 'contains';
