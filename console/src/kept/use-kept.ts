import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../app/session';
import { type Place, readKept, writeKept } from './storage';

/**
 * State that survives a reload of the page, an outage, and a new sign-in of the same user, until the tab is closed.
 *
 * @param name name of the value
 * @param example a value with the parts that each has; absent: the initial one
 */
export function useKept<T>(name: string, initial: T, example: T = initial) {
  const place = { userId: useSession().user.id, name };
  const [value, setValue] = useState(() => readKept(place, initial, example));
  const [isRestored] = useState(() => JSON.stringify(value) !== JSON.stringify(initial));
  const first = useRef(JSON.stringify(initial));
  const isForgotten = useRef(false);
  const text = JSON.stringify(value);
  useEffect(() => {
    if (!isForgotten.current) writeKept(place, text === first.current ? undefined : value);
  }, [text, name]);
  /** Keeps nothing any more, because it has been sent or given up. */
  const forget = useCallback(() => {
    isForgotten.current = true;
    writeKept(place, undefined);
  }, [place.userId, name]);
  return { value, setValue, isRestored, forget };
}

/** Place of a value that belongs to an entry of the tab's history: "Back" finds it, another visit begins anew. */
export function useHistoryPlace(name: string): Place {
  const { pathname, key } = useLocation();
  return { userId: useSession().user.id, name: `${pathname} ${key} ${name}` };
}
