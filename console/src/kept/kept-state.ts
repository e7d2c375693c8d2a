import { type Place, readKept } from './storage';

/** State of a kept value, with the place that it belongs to. */
export interface KeptState<T> {
  place: Place;
  value: T;
  /** Initial value as JSON: a value that equals it is not kept. */
  first: string;
  /** True when the value was not the initial one as its place was opened. */
  isRestored: boolean;
}

interface Openable<T> {
  initial: T;
  /** A value with the parts that each has. */
  example: T;
  /** Value when nothing was kept; absent: the initial one. */
  otherwise?: T;
}

/** Returns true for two places of the same user and name. */
export const isSamePlace = (a: Place, b: Place): boolean => a.userId === b.userId && a.name === b.name;

/** Reads the value of a place. */
export function openKept<T>(
  place: Place,
  { initial, example, otherwise = initial }: Openable<T>,
): KeptState<T> {
  const value = readKept(place, otherwise, example);
  const first = JSON.stringify(initial);
  return { place, value, first, isRestored: JSON.stringify(value) !== first };
}

/** Returns the state of a place: the present one, or the one that is opened when the present one is of another place. */
export const stateAt = <T>(
  state: KeptState<T>,
  place: Place,
  open: (before: KeptState<T>) => KeptState<T>,
): KeptState<T> => (isSamePlace(state.place, place) ? state : open(state));

/** Changes the value of a place. A state that belongs to another place by now stays as it is. */
export const changeAt = <T>(state: KeptState<T>, place: Place, change: (before: T) => T): KeptState<T> =>
  isSamePlace(state.place, place) ? { ...state, value: change(state.value) } : state;
