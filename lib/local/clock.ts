import { readIfPresent, replaceFile } from './files';
import { StartupError } from './lifecycle';
import { parseObject } from './loopback-server';

/** Clock of the local service. It can be moved forward, and everything that asks for the time sees the new time. */
export interface MovableClock {
  /** Moves the time forward; listeners run before this returns. */
  advance(ms: number): void;
  now(): Date;
  /** Distance from the system's clock, in milliseconds; the caller stores it over a restart. */
  readonly offsetMs: number;
  /** Calls the listener after every advance; the result removes the listener. */
  onAdvance(listener: () => void): () => void;
  /** Restores the process's own `Date`. */
  uninstall(): void;
}

/** Latest time at which ISO strings still sort as text; keys in the table rely on that. */
const LATEST_TIME_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

let isInstalled = false;

/**
 * Replaces the process's `Date` by one that can be moved: handlers, SDK clients, queues and schedules all see the same
 * time. Timers (`setTimeout`) are not moved: code that waits for a time of day subscribes with `onAdvance`.
 *
 * @throws RangeError from `advance` for anything but a span forward that ends before the year 10000.
 */
export function installMovableClock(initialOffsetMs: number): MovableClock {
  if (isInstalled) throw new Error('The clock of this process is movable already.');
  const systemDate = globalThis.Date;
  const listeners = new Set<() => void>();
  let offsetMs = initialOffsetMs;
  const nowMs = () => systemDate.now() + offsetMs;

  isInstalled = true;
  globalThis.Date = createShiftedDate(systemDate, nowMs);
  return {
    advance: (ms) => {
      if (!(ms >= 0 && nowMs() + ms <= LATEST_TIME_MS)) {
        throw new RangeError(`The clock cannot be moved by ${ms} ms.`);
      }
      offsetMs += ms;
      for (const listener of [...listeners]) listener();
    },
    now: () => new systemDate(nowMs()),
    get offsetMs() {
      return offsetMs;
    },
    onAdvance: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    uninstall: () => {
      globalThis.Date = systemDate;
      listeners.clear();
      isInstalled = false;
    },
  };
}

/**
 * Creates a `Date` with another time. It is a proxy, not a subclass: dates that were made before, or by Node itself,
 * stay `instanceof Date`, and `Date()` without `new` still works.
 */
function createShiftedDate(systemDate: DateConstructor, nowMs: () => number): DateConstructor {
  return new Proxy(systemDate, {
    construct: (target, args, newTarget: NewableFunction): object =>
      Reflect.construct(target, args.length === 0 ? [nowMs()] : args, newTarget) as object,
    apply: () => new systemDate(nowMs()).toString(),
    get: (target, property, receiver): unknown =>
      property === 'now' ? nowMs : Reflect.get(target, property, receiver),
  });
}

/** Reads the offset that the clock had when the service last ran; 0 when it was never moved. */
export function readClockOffset(path: string): number {
  const text = readIfPresent(path) ?? '{"offsetMs":0}';
  const offsetMs = parseObject(text)?.offsetMs;
  if (typeof offsetMs !== 'number' || !(offsetMs >= 0)) {
    throw new StartupError(`${path} does not say how far the clock was moved; start with --fresh.`);
  }
  return offsetMs;
}

/** Writes the offset. Call it before the clock shows the new time: after a restart the time must not run backwards. */
export function writeClockOffset(path: string, offsetMs: number): void {
  replaceFile(path, JSON.stringify({ offsetMs }));
}
