import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, type ReactNode } from 'react';
import { useParams } from 'react-router';
import { apiOf, type Api } from '../api/client';
import { isSessionEnd, useSessionEnd } from '../api/session-end';
import type { Scope, Session } from '../api/schemas';
import { sessionQuery } from './session-query';
import { SignInAgain } from './sign-in-again';
import { SignInPage } from './sign-in-page';
import { StartingPage } from './starting-page';

export type SessionAccount = Session['accounts'][number];

const SessionContext = createContext<Session | undefined>(undefined);

/** Provider of the session, which is read once; nothing of the console is shown before that. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(sessionQuery);
  const hasEnded = useSessionEnd();
  if (data === undefined) {
    if (isSessionEnd(error)) return <SignInPage />;
    return <StartingPage error={error ?? undefined} onRetry={() => void refetch()} />;
  }
  return (
    <SessionContext.Provider value={data}>
      {children}
      {hasEnded && <SignInAgain user={data.user} />}
    </SessionContext.Provider>
  );
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('A session is known inside the SessionProvider only.');
  return session;
}

interface CurrentAccount extends SessionAccount {
  api: Api;
  /** Returns true when the role has a scope, such as `campaigns:write`, or `account:admin`. */
  can: (scope: Scope) => boolean;
  /** Returns the address of a screen of this account. */
  path: (screen: string) => string;
}

/** Returns the account that the address names. */
export function useAccount(): CurrentAccount {
  const { accountId } = useParams();
  const { accounts } = useSession();
  const account = accounts.find(({ id }) => id === accountId);
  if (account === undefined) throw new Error('The screens of an account are shown for a known account only.');
  return {
    ...account,
    api: apiOf(account.id),
    can: (scope) => account.scopes.includes(scope),
    path: (screen) => `/${account.id}/${screen}`,
  };
}
