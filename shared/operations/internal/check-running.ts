import { type Finding, ok, problem, warning } from '../../platform/finding';
import type { Platform } from '../../platform/platform';
import { listServiceHolds } from '../../senders/list-holds';
import { listOverdue } from '../list-overdue';

type Deps = Pick<Platform, 'table' | 'clock'>;

/** Checks that texts of all accounts go out, and that work is done in time. */
export async function checkRunning({ table, clock }: Deps): Promise<Finding[]> {
  return [...(await checkSending({ table })), ...(await checkWork({ table, clock }))];
}

async function checkSending({ table }: Pick<Deps, 'table'>): Promise<Finding[]> {
  const holds = await listServiceHolds(table);
  if (holds.length === 0) return [ok('sending', 'Nothing keeps the texts of all accounts waiting.')];
  return holds.map(({ reason, since }) => {
    switch (reason) {
      case 'paused':
        return warning(
          'sending',
          `An operator has paused the texts of all accounts since ${since}.`,
          'Let it go on with operator resume, or under Sending in the console.',
        );
      case 'provider':
        return problem(
          'sending',
          `The provider has taken no texts since ${since}; they wait and are tried again.`,
          'docs/operations.md, "Provider unavailable".',
        );
      case 'spend_limit':
        return problem(
          'sending',
          `The spend limit of the month was reached at ${since}; texts wait.`,
          'docs/operations.md, "Spend limit".',
        );
    }
  });
}

async function checkWork(deps: Deps): Promise<Finding[]> {
  const overdue = await listOverdue(deps);
  if (overdue.length === 0) return [ok('work', 'Nothing is overdue.')];
  return overdue.map(({ work, count, oldestDueAt }) =>
    problem(
      `work: ${work}`,
      `${count} overdue, since ${oldestDueAt}: the timer, which runs each minute, does not take them up.`,
      'docs/operations.md, "Due lag".',
    ),
  );
}
