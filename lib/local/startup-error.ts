/** Reason why the local service cannot run, as one plain sentence for the person who started it. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
