import { randomBytes } from 'node:crypto';

/** What the AWS clients of one run sign with. */
export interface LocalCredentials {
  /** The endpoints of the local cloud compare this, and nothing else of a signature but that of presigned URLs. */
  accessKeyId: string;
  secretAccessKey: string;
}

/** Different for each run; other programs of the same user find them in `service.json`. */
export function newLocalCredentials(): LocalCredentials {
  return {
    accessKeyId: `LOCAL${randomBytes(16).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(32).toString('base64url'),
  };
}
