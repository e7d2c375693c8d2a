import type { User } from './user';

/**
 * Returns the AWS command that creates a user in the stack's own pool, who then receives a first password by e-mail. It
 * is for operators: Cognito accepts no sign-up.
 *
 * @param userPoolId absent: another issuer signs users in
 * @returns `undefined` for a user who needs none: one of another issuer, or one who has signed in
 */
export function signInCommandFor(
  { email, identity }: Pick<User, 'email' | 'identity'>,
  userPoolId: string | undefined,
): string | undefined {
  if (userPoolId === undefined || identity) return undefined;
  const name = quoted(email);
  return (
    `aws cognito-idp admin-create-user --user-pool-id ${userPoolId} --username ${name} ` +
    `--user-attributes Name=email,Value=${name} Name=email_verified,Value=true`
  );
}

/** Quotes an address, which may contain characters with a meaning to a shell. */
function quoted(email: string): string {
  return /^[\w.@+-]+$/.test(email) ? email : `'${email.replaceAll("'", String.raw`'\''`)}'`;
}
