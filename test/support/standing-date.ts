/** Everything that Jest can replace besides `Date`. */
const TIMERS = [
  ...([
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'setImmediate',
    'clearImmediate',
  ] as const),
  ...(['queueMicrotask', 'nextTick', 'hrtime', 'performance'] as const),
];

/** Stops `Date` until the result is called, while timers go on: no slow machine makes anything due. */
export function stopDate(): () => void {
  jest.useFakeTimers({ now: new Date('2026-11-20T12:00:00.000Z'), doNotFake: [...TIMERS] });
  return () => void jest.useRealTimers();
}
