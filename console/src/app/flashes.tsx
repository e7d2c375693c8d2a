import type { FlashbarProps } from '@cloudscape-design/components/flashbar';
import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';
import { describeError, RequestError } from '../api/request-error';

interface Flashes {
  items: FlashbarProps.MessageDefinition[];
  succeed: (text: string) => void;
  fail: (error: unknown, header?: string) => void;
  clear: () => void;
}

const FlashContext = createContext<Flashes | undefined>(undefined);
let lastId = 0;

/** What happened after a click, above every screen until it is dismissed or the next one comes. */
export function FlashProvider({ children }: { children: ReactNode }) {
  const [items, setItems] = useState<FlashbarProps.MessageDefinition[]>([]);

  const show = useCallback((item: FlashbarProps.MessageDefinition) => {
    lastId += 1;
    const id = `flash-${lastId}`;
    const onDismiss = () => setItems((current) => current.filter((other) => other.id !== id));
    setItems([{ ...item, id, dismissible: true, onDismiss }]);
  }, []);

  const flashes = useMemo<Flashes>(
    () => ({
      items,
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
      clear: () => setItems([]),
    }),
    [items, show],
  );
  return <FlashContext.Provider value={flashes}>{children}</FlashContext.Provider>;
}

export function useFlashes(): Flashes {
  const flashes = useContext(FlashContext);
  if (flashes === undefined) throw new Error('Flashes are shown inside the FlashProvider only.');
  return flashes;
}
