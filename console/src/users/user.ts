/** Fields of a user in every list. */
export interface User {
  id: string;
  email: string;
  name?: string;
  isOperator: boolean;
  status: 'invited' | 'active';
  lastSignInAt?: string;
  /** Command to create the user in Cognito; absent after the first sign-in, and with another issuer. */
  signInCommand?: string;
}

/** List of users: those of an account, or all of the installation. */
export interface UserList {
  path: string;
  accountId?: string | undefined;
  /** Queries that a change of the list affects. */
  changes: readonly (readonly unknown[])[];
}
