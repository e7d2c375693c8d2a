import { useSyncExternalStore } from 'react';

/** Width up to which a screen is laid out for a phone, as in the style sheets. */
const PHONE = window.matchMedia('(max-width: 688px)');

function subscribe(onChange: () => void): () => void {
  PHONE.addEventListener('change', onChange);
  return () => PHONE.removeEventListener('change', onChange);
}

/** Returns true while the window is as narrow as a phone. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => PHONE.matches);
