import { randomUUID } from 'node:crypto';
import { startSession } from '../../shared/users/session';
import { sessionHeaders } from '../support/console/console-user';
import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';
import { callApi } from '../support/service/service';

const fixture = useSendingService({}, { account: 'ofFile' });
const newEmail = () => `${randomUUID()}@example.com`;

interface ShownUser {
  id: string;
  email: string;
  roles: string[];
  status: string;
}

it('invites a user, changes the role, signs out and removes', async () => {
  const email = newEmail();
  const { accountId } = fixture.account;
  const of = ['--email', email, '--account', accountId];
  const invited = await operate<ShownUser>('user', 'invite', ...of, '--role', 'viewer', '--name', 'Ada');
  expect(invited).toMatchObject({ email, name: 'Ada', roles: [`viewer of ${accountId}`], status: 'invited' });
  expect(await operate('user', 'role', ...of, '--role', 'admin')).toMatchObject({
    roles: [`admin of ${accountId}`],
  });
  expect(await operate('user', 'list', '--account', accountId)).toMatchObject([{ email, roles: ['admin'] }]);
  expect(await operate<ShownUser[]>('user', 'list')).toContainEqual(expect.objectContaining({ email }));

  const token = await startSession(fixture.service.deps, invited.id);
  const read = async () =>
    (
      await callApi(fixture.service, {
        path: '/api/v1/groups',
        headers: sessionHeaders({ token, accountId }),
      })
    ).status;
  expect(await read()).toBe(200);
  await operate('user', 'sign-out', '--email', email.toUpperCase());
  expect(await read()).toBe(401);
  const last = 'is the last administrator of';
  await expect(operate('user', 'remove', ...of, '--yes')).rejects.toThrow(last);
  await expect(operate('user', 'role', ...of, '--role', 'viewer')).rejects.toThrow(last);
  await expect(operate('user', 'remove', '--email', email, '--yes')).rejects.toThrow(last);
  const second = newEmail();
  await operate('user', 'invite', '--email', second, '--account', accountId, '--role', 'admin');
  await operate('user', 'remove', ...of, '--yes');
  expect(await operate('user', 'list', '--account', accountId)).toMatchObject([{ email: second }]);
  await operate('user', 'remove', '--email', email, '--yes');
  await expect(operate('user', 'sign-out', '--email', email)).rejects.toThrow('There is no user');
});

it('invites an operator', async () => {
  const email = newEmail();
  expect(await operate('user', 'invite', '--email', email, '--operator')).toMatchObject({ isOperator: true });
  await expect(operate('user', 'invite', '--email', email, '--operator')).rejects.toThrow('operator already');
});

it.each<[string[], string]>([
  [['--email', 'nonsense', '--operator'], 'e-mail address'],
  [['--email', 'a@example.com'], '--account and --role'],
  [['--email', 'a@example.com', '--account', 'acc_none', '--role', 'admin'], 'no account acc_none'],
  [['--email', 'a@example.com', '--account', 'acc_none', '--role', 'owner'], 'viewer, editor, sender, admin'],
  [['--email', 'a@example.com', '--account', 'acc_none', '--role', 'admin', '--operator'], 'leave --account'],
])('refuses to invite with %j', async (options, problem) => {
  await expect(operate('user', 'invite', ...options)).rejects.toThrow(problem);
});

it('refuses a second invitation to an account', async () => {
  const invite = [
    'user',
    'invite',
    '--email',
    newEmail(),
    '--account',
    fixture.account.accountId,
    '--role',
    'editor',
  ];
  await operate(...invite);
  await expect(operate(...invite)).rejects.toThrow('already');
});
