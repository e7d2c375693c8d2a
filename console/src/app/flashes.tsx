import type { FlashbarProps } from '@cloudscape-design/components/flashbar';
import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';
import { describeError, RequestError } from '../api/request-error';

interface Flashes {
  items: FlashbarProps.MessageDefinition[];
  succeed: (text: string) => void;
  fail: (error: unknown, header?: string) => void;
  /**
   * Removes the messages of an earlier screen, or of an earlier state of what it shows; errors stay until they are dismissed.
   *
   * @param keptMs age up to which a message stays
   */
  leaveScreen: (keptMs?: number) => void;
}

interface Flash extends FlashbarProps.MessageDefinition {
  shownAtMs: number;
}

/**
 * Time in which a message belongs to the next screen: a click can show a message, such as "The segment is saved", and
 * then open another screen.
 */
const BELONGS_TO_NEXT_MS = 1_000;

const FlashContext = createContext<Flashes | undefined>(undefined);
let lastId = 0;

/**
 * Provider of messages about the result of a click, which stay above every screen until they are dismissed or replaced.
 */
export function FlashProvider({ children }: { children: ReactNode }) {
  const [items, setItems] = useState<Flash[]>([]);

  const show = useCallback((item: FlashbarProps.MessageDefinition) => {
    lastId += 1;
    const id = `flash-${lastId}`;
    const onDismiss = () => setItems((current) => current.filter((other) => other.id !== id));
    setItems([{ ...item, id, dismissible: true, dismissLabel: 'Dismiss', onDismiss, shownAtMs: Date.now() }]);
  }, []);

  const leaveScreen = useCallback((keptMs = BELONGS_TO_NEXT_MS) => {
    const isKept = ({ type, shownAtMs }: Flash) => type === 'error' || Date.now() - shownAtMs < keptMs;
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
