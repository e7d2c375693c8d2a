import { apiOf, unwrap, userApi } from '../api/client';

/** Target of a pause: a number, an account, or all accounts. */
export interface PauseTarget {
  /** Heading of the question before a pause. */
  question: string;
  paused: string;
  /** Users who read the reason of the pause. */
  readers: string;
  resumed: string;
  pause: (reason: string | undefined) => Promise<unknown>;
  resume: () => Promise<unknown>;
}

const bodyOf = (reason: string | undefined) => (reason === undefined ? {} : { reason });

export const accountTarget = (accountId: string): PauseTarget => ({
  question: 'Pause all sending of this account?',
  paused: 'Sending of this account is paused.',
  readers: 'Everyone in the account',
  resumed: 'Sending of this account goes on.',
  pause: (reason) => unwrap(apiOf(accountId).POST('/console/api/sending/pause', { body: bodyOf(reason) })),
  resume: () => unwrap(apiOf(accountId).POST('/console/api/sending/resume')),
});

export function numberTarget(accountId: string, number: string): PauseTarget {
  const params = { path: { number } };
  return {
    question: `Pause sending from ${number}?`,
    paused: `Sending from ${number} is paused.`,
    readers: 'Everyone in the account',
    resumed: `Sending from ${number} goes on.`,
    pause: (reason) =>
      unwrap(apiOf(accountId).POST('/console/api/numbers/{number}/pause', { params, body: bodyOf(reason) })),
    resume: () => unwrap(apiOf(accountId).POST('/console/api/numbers/{number}/resume', { params })),
  };
}

/** For operators. */
export const EVERYONE: PauseTarget = {
  question: 'Pause sending of all accounts?',
  paused: 'Sending is paused for all accounts.',
  readers: 'Everyone in every account',
  resumed: 'Sending goes on, except where an account or a number is paused.',
  pause: (reason) =>
    unwrap(
      userApi.POST('/console/api/operator/sending/pause', { body: { everyone: true, ...bodyOf(reason) } }),
    ),
  resume: () => unwrap(userApi.POST('/console/api/operator/sending/resume')),
};
