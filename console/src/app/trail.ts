import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Addresses of the tab's history since the page was loaded, by their place in it. */
const trail: string[] = [];

/** Returns the place of the entry of the history that is shown; the router numbers them. */
const placeOf = (state: unknown): number => (state as { idx?: number } | null)?.idx ?? 0;

/** Remembers the address of each entry of the tab's history, for `useWayBack`. */
export function useTrail(): void {
  const { pathname, search, key } = useLocation();
  useEffect(() => {
    trail[placeOf(window.history.state)] = pathname + search;
  }, [pathname, search, key]);
}

/**
 * Returns the way back to a list: to the latest entry of the history that has shown it, with its filter, its page and
 * what was typed, or to the list as it begins.
 *
 * @param path path of the list below `/console`
 */
export function useWayBack(path: string): { address: string; go: () => void } {
  const navigate = useNavigate();
  const here = placeOf(window.history.state);
  const place = trail.findLastIndex((address, index) => index < here && address?.split('?')[0] === path);
  return {
    address: trail[place] ?? path,
    go: () => void (place === -1 ? navigate(path) : navigate(place - here)),
  };
}
