/** Person whom the local issuer knows. All of them have the same password. */
export interface IssuedPerson {
  email: string;
  name: string;
}
