import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useFlashes } from './flashes';
import { isSearchKey } from './search-key';

type Search = (props: { onClose: () => void }) => ReactNode;

/** Returns true while a dialog is shown: what it asks comes first. */
const hasDialog = (): boolean =>
  [...document.querySelectorAll('[role=dialog]')].some((dialog) => dialog.getClientRects().length > 0);

/** Search of the console, which a button or a key opens. Its code is loaded then. */
export function useSearch({ isOffered }: { isOffered: boolean }): { open: () => void; dialog: ReactNode } {
  const { fail } = useFlashes();
  const [Loaded, setLoaded] = useState<Search>();
  const open = useCallback(() => {
    import('../search/search').then(
      ({ Search }) => setLoaded(() => Search),
      (error: unknown) => fail(error, 'The search could not be loaded. Try again'),
    );
  }, [fail]);
  useEffect(() => {
    if (!isOffered) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isSearchKey(event, navigator.userAgent)) return;
      event.preventDefault();
      if (!hasDialog()) open();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isOffered, open]);
  return { open, dialog: Loaded && <Loaded onClose={() => setLoaded(undefined)} /> };
}
