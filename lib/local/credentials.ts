import { randomBytes } from 'node:crypto';

/** Credentials with which the AWS clients of one run sign. */
export interface LocalCredentials {
  /** The only part of a signature that the endpoints of the local cloud compare, except for presigned URLs. */
  accessKeyId: string;
  secretAccessKey: string;
}

/** Creates credentials that differ in each run; other programs of the same user find them in `service.json`. */
export function newLocalCredentials(): LocalCredentials {
  return {
    accessKeyId: `LOCAL${randomBytes(16).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(32).toString('base64url'),
  };
}
