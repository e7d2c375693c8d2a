import type { SendOutcome } from '../../../shared/platform/provider/port';
import type { JobsFixture } from './jobs-fixture';
import { waitFor } from '../run/wait-for';

/** Provider that takes no message until it is released. */
export interface HeldProvider {
  /** Waits until this many messages are being handed over. */
  until(count: number): Promise<void>;
  /** Takes this many of the waiting messages, in their order. */
  release(count: number): void;
  /** Takes all waiting messages, and all later ones. */
  releaseAll(): void;
}

export function holdProvider(fixture: Pick<JobsFixture, 'answer'>): HeldProvider {
  const take = fixture.answer.current;
  const held: Array<() => void> = [];
  fixture.answer.current = (message) =>
    new Promise<SendOutcome>((resolve) => {
      held.push(() => resolve(take(message)));
    });
  const release = (count: number) => {
    for (const one of held.splice(0, count)) one();
  };
  return {
    until: async (count) => void (await waitFor(() => (held.length >= count ? true : undefined))),
    release,
    releaseAll: () => {
      fixture.answer.current = take;
      release(held.length);
    },
  };
}
