import type { FlashbarProps } from '@cloudscape-design/components/flashbar';
import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';
import { describeError, RequestError } from '../api/request-error';

interface Flashes {
  items: FlashbarProps.MessageDefinition[];
  succeed: (text: string) => void;
  fail: (error: unknown, header?: string) => void;
  /** Takes away what was said about an earlier screen; errors stay until they are dismissed. */
  leaveScreen: () => void;
}

interface Flash extends FlashbarProps.MessageDefinition {
  shownAtMs: number;
}

/** What a click says and then leads to another screen, such as "The segment is saved", is still to be read there. */
const BELONGS_TO_NEXT_MS = 1_000;

const FlashContext = createContext<Flashes | undefined>(undefined);
let lastId = 0;

/** What happened after a click, above every screen until it is dismissed or the next one comes. */
export function FlashProvider({ children }: { children: ReactNode }) {
  const [items, setItems] = useState<Flash[]>([]);

  const show = useCallback((item: FlashbarProps.MessageDefinition) => {
    lastId += 1;
    const id = `flash-${lastId}`;
    const onDismiss = () => setItems((current) => current.filter((other) => other.id !== id));
    setItems([{ ...item, id, dismissible: true, onDismiss, shownAtMs: Date.now() }]);
  }, []);

  const leaveScreen = useCallback(() => {
    const isKept = ({ type, shownAtMs }: Flash) =>
      type === 'error' || Date.now() - shownAtMs < BELONGS_TO_NEXT_MS;
    setItems((current) => (current.every(isKept) ? current : current.filter(isKept)));
  }, []);

  const flashes = useMemo<Flashes>(
    () => ({
      items: items.map(({ shownAtMs: _shownAtMs, ...item }) => item),
      succeed: (text) => show({ type: 'success', content: text }),
      fail: (error, header) =>
        show({
          type: 'error',
          header,
          content: (
            <>
              {describeError(error)}
              {error instanceof RequestError && error.requestId !== undefined && (
                <div>Request id: {error.requestId}</div>
              )}
            </>
          ),
        }),
      leaveScreen,
    }),
    [items, show, leaveScreen],
  );
  return <FlashContext.Provider value={flashes}>{children}</FlashContext.Provider>;
}

export function useFlashes(): Flashes {
  const flashes = useContext(FlashContext);
  if (flashes === undefined) throw new Error('Flashes are shown inside the FlashProvider only.');
  return flashes;
}
