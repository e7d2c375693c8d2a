import { unwrap, userApi } from '../../api/client';
import { AuditLog } from '../audit/audit-log';
import { useAccounts } from './account-list';
import { useOperatorUsers } from './users';

/** Screens for operators by the kind of target that they show. */
const SCREENS: Record<string, (id: string) => string> = {
  account: (id) => `/operator/accounts/${id}`,
  queue: () => '/operator/dead-letters',
  user: () => '/operator/users',
};

/** Screen of the service's audit log. */
export function Component() {
  const { items: accounts } = useAccounts();
  const { items: users } = useOperatorUsers();
  const names = new Map([
    ...accounts.map(({ id, name }) => [id, name] as const),
    ...users.map(({ id, email }) => [id, email] as const),
  ]);
  return (
    <AuditLog
      title="Audit log of the service"
      description="Changes above accounts: which accounts there are, users and operators, dead letters. What is done to an account is in its own log."
      queryKey={['operator', 'operator/audit']}
      read={(query) => unwrap(userApi.GET('/console/api/operator/audit', { params: { query } }))}
      readFile={(query) => unwrap(userApi.GET('/console/api/operator/audit/export', { params: { query } }))}
      file="operator-audit-export.csv"
      isOfService
      actors={[
        ...users.filter(({ isOperator }) => isOperator).map(({ id, email }) => ({ value: id, label: email })),
        { value: 'operator', label: 'Operators, by commands' },
        { value: 'service', label: 'The service itself' },
      ]}
      names={names}
      screenOf={({ type, id }) => SCREENS[type]?.(id)}
    />
  );
}
