import { type SetStateAction, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../app/session';
import { changeAt, isSamePlace, type KeptState, openKept, stateAt } from './kept-state';
import { type Place, writeKept } from './storage';

/**
 * State that survives a reload of the page, an outage, and a new sign-in of the same user, until the tab is closed. With
 * another name it is another value: that one is read, and no change of the former one reaches it.
 *
 * @param name name of the value
 * @param example a value with the parts that each has; absent: the initial one
 */
export function useKept<T>(name: string, initial: T, example: T = initial) {
  const place = { userId: useSession().user.id, name };
  return useKeptAt(place, () => openKept(place, { initial, example }));
}

/**
 * State that is kept for an entry of the tab's history: "Back" finds it. A new entry of the same page, such as another
 * filter in its address, begins with the present value.
 */
export function useKeptInHistory<T>(name: string, initial: T, example: T = initial) {
  const place = useHistoryPlace(name);
  const page = `${useLocation().pathname} `;
  return useKeptAt<T>(place, (before) => {
    const isSamePage = before?.place.userId === place.userId && before.place.name.startsWith(page);
    return openKept(place, { initial, example, ...(isSamePage && { otherwise: before.value }) });
  });
}

function useKeptAt<T>(place: Place, open: (before?: KeptState<T>) => KeptState<T>) {
  const { userId, name } = place;
  const [held, setHeld] = useState(() => open());
  const state = stateAt(held, place, open);
  if (state !== held) setHeld(state);
  const forgotten = useRef<Place>(undefined);
  const text = JSON.stringify(state.value);
  useEffect(() => {
    const isForgotten = forgotten.current !== undefined && isSamePlace(forgotten.current, place);
    if (!isForgotten) writeKept(place, text === state.first ? undefined : state.value);
  }, [text, userId, name]);
  const setValue = useCallback(
    (next: SetStateAction<T>) =>
      setHeld((before) =>
        changeAt(before, place, (value) =>
          typeof next === 'function' ? (next as (value: T) => T)(value) : next,
        ),
      ),
    [userId, name],
  );
  /** Keeps nothing any more, because it has been sent or given up. */
  const forget = useCallback(() => {
    forgotten.current = place;
    writeKept(place, undefined);
  }, [userId, name]);
  return { value: state.value, setValue, isRestored: state.isRestored, forget };
}

/** Place of a value that belongs to an entry of the tab's history: "Back" finds it, another visit begins anew. */
export function useHistoryPlace(name: string): Place {
  const { pathname, key } = useLocation();
  return { userId: useSession().user.id, name: `${pathname} ${key} ${name}` };
}
