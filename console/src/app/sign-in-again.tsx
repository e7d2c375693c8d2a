import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { forgetSessionEnd } from '../api/session-end';
import type { Session } from '../api/schemas';
import { forgetKept } from '../kept/storage';
import { sessionQuery } from './session-query';
import { onSignedIn, SIGN_IN_IN_ANOTHER_TAB } from './signed-in';

const LOOK_MS = 3_000;

/** Dialog above the screen when the session has ended: signs in again in another tab, and keeps the screen as it is. */
export function SignInAgain({ user }: { user: Session['user'] }) {
  const queries = useQueryClient();
  const { data, refetch } = useQuery({
    ...sessionQuery,
    queryKey: ['session of another tab'],
    refetchInterval: LOOK_MS,
    refetchOnWindowFocus: 'always',
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => onSignedIn(() => void refetch()), [refetch]);
  useEffect(() => {
    if (data === undefined) return;
    if (data.user.id !== user.id) {
      // The work belongs to another user.
      forgetKept();
      window.location.reload();
      return;
    }
    queries.setQueryData(sessionQuery.queryKey, data);
    forgetSessionEnd();
    void queries.invalidateQueries();
  }, [data, queries, user.id]);
  return (
    <Modal
      visible
      header="Your session has ended"
      onDismiss={forgetSessionEnd}
      footer={
        <Box float="right">
          <Button variant="primary" href={SIGN_IN_IN_ANOTHER_TAB} target="_blank" iconName="external">
            Sign in again
          </Button>
        </Box>
      }
    >
      Sign in again as {user.email}. That opens another tab; this one stays as it is, with everything that you
      have typed, and goes on once you are signed in.
    </Modal>
  );
}
