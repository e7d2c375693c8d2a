import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { SendingHold } from '../api/schemas';
import { RouteButton } from '../app/route-button';
import { RouteLink } from '../app/route-link';
import { useAccount } from '../app/session';
import { countOf } from '../format/numbers';
import { describeConsequence, describeSince, nameHold } from './describe-hold';
import { isOfAccount, isPaused, mayEnd, useHolds, useServiceHoldsQuery } from './holds';
import { accountTarget } from './pause-target';
import { useResume } from './use-resume';

const OPERATOR_SCREEN = '/operator/sending';

/** Banner above every screen of an account while its texts wait, or those of some of its numbers. */
export function AccountBanner() {
  const { id, can } = useAccount();
  const holds = useHolds(id);
  const wide = holds.filter(isOfAccount);
  const ofNumbers = wide.length > 0 ? [] : holds.filter((hold) => !isOfAccount(hold));
  return (
    <Banner isShown={holds.length > 0}>
      {wide.map((hold) => (
        <HoldAlert key={keyOf(hold)} hold={hold} action={<Way hold={hold} />}>
          {isPaused(hold) &&
            ` ${wayOutOf(hold, { isAdmin: can('account:admin'), isOperator: can('operator') })}`}
        </HoldAlert>
      ))}
      {ofNumbers.length > 0 && <NumbersAlert holds={ofNumbers} />}
    </Banner>
  );
}

/** Banner above the screens of operators while the texts of all accounts wait. */
export function ServiceBanner() {
  const { data = [] } = useServiceHoldsQuery();
  const { pathname } = useLocation();
  return (
    <Banner isShown={data.length > 0}>
      {data.map((hold) => (
        <HoldAlert
          key={keyOf(hold)}
          hold={hold}
          action={
            isPaused(hold) &&
            pathname !== OPERATOR_SCREEN && <RouteButton to={OPERATOR_SCREEN}>Open Sending</RouteButton>
          }
        />
      ))}
    </Banner>
  );
}

/** The region stays in the page: screen readers read aloud only what comes into one that they know. */
function Banner({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  return (
    <div aria-live="polite">
      {isShown && (
        <Box margin={{ bottom: 'l' }}>
          <SpaceBetween size="xs">{children}</SpaceBetween>
        </Box>
      )}
    </div>
  );
}

function HoldAlert({
  hold,
  action,
  children,
}: {
  hold: SendingHold;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Alert type="warning" header={nameHold(hold)} action={action}>
      <span className="wrap-anywhere">{sentence(describeSince(hold))}</span>{' '}
      {describeConsequence(hold.reason)}
      {children}
    </Alert>
  );
}

/** Button that ends a pause, or leads to where it is ended, for those who may. */
function Way({ hold }: { hold: SendingHold }) {
  const { id, can } = useAccount();
  const { resume, isBusy } = useResume();
  if (!mayEnd(hold, { isOperator: can('operator') })) return null;
  if (hold.scope === 'service') return <RouteButton to={OPERATOR_SCREEN}>Open Sending</RouteButton>;
  return can('account:admin') ? (
    <Button loading={isBusy} onClick={() => resume(accountTarget(id))}>
      Resume sending
    </Button>
  ) : null;
}

function wayOutOf(hold: SendingHold, may: { isAdmin: boolean; isOperator: boolean }): string {
  if (!mayEnd(hold, { isOperator: true })) return '';
  if (!mayEnd(hold, { isOperator: false })) return may.isOperator ? '' : 'An operator resumes it.';
  return may.isAdmin ? '' : 'An administrator of the account resumes it.';
}

function NumbersAlert({ holds }: { holds: SendingHold[] }) {
  const { path } = useAccount();
  const numbers = new Set(holds.map(({ number }) => number));
  const [first] = holds;
  const header =
    holds.length === 1 && first !== undefined
      ? nameHold(first)
      : `Texts from ${countOf(numbers.size, 'number')} wait`;
  return (
    <Alert type="warning" header={header}>
      {holds.length === 1 && first !== undefined && (
        <>
          <span className="wrap-anywhere">{sentence(describeSince(first))}</span>{' '}
          {describeConsequence(first.reason)}{' '}
        </>
      )}
      <RouteLink to={path('numbers')}>Open Numbers</RouteLink>
    </Alert>
  );
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const keyOf = ({ scope, reason }: SendingHold) => `${scope} ${reason}`;
