/**
 * Starts something before the first test of a file, or of a `describe`, and stops it after the last.
 *
 * @returns what was started, whose members are there from the first hook on
 */
export function startedInHook<Started extends object>(
  start: () => Promise<Started>,
  stop: (started: Started) => unknown,
): Started {
  let started: Started | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(async () => {
    if (started) await stop(started);
  });
  return new Proxy({} as Started, {
    get: (_, member) => {
      if (!started) throw new Error(`${String(member)} is there from the first hook or test on`);
      return Reflect.get(started, member) as unknown;
    },
  });
}
