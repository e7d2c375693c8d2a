/** What every list of users says of one. */
export interface User {
  id: string;
  email: string;
  name?: string;
  isOperator: boolean;
  status: 'invited' | 'active';
  lastSignInAt?: string;
  /** Until the first sign-in, where Cognito must be told of each user. */
  signInCommand?: string;
}

/** Where users are listed: those of an account, or all of the installation. */
export interface UserList {
  path: string;
  accountId?: string | undefined;
  /** The queries that a change of the list shows in. */
  changes: readonly (readonly unknown[])[];
}
