import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 600;

/** Returns a value once it has not changed for a moment, so that typing causes a single request. */
export function useDebounced<T>(value: T, pauseMs = PAUSE_MS): T {
  const [settled, setSettled] = useState(value);
  // Compared by content: a caller creates a new object at each render.
  const text = JSON.stringify(value);
  const latest = useRef(value);
  latest.current = value;
  useEffect(() => {
    const timer = setTimeout(() => setSettled(latest.current), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);
  return settled;
}
