import { type Environment, fetchSigned } from '../aws/signed-request';

/** Timeout for storing a file. */
export const PUT_WITHIN_MS = 4_000;

export interface MediaBucket {
  /**
   * Stores a file.
   *
   * @returns its `s3://` address
   * @throws Error when S3 does not accept it
   */
  put(file: { key: string; contentType: string; body: Buffer; signal?: AbortSignal }): Promise<string>;
}

/**
 * Opens the bucket from which End User Messaging reads the files of MMS. Only one operation of S3 is needed: one signed
 * request replaces a client that would be as large as everything else in a function.
 */
export function createMediaBucket(bucket: string, environment: Environment = process.env): MediaBucket {
  const region = environment.AWS_REGION ?? 'us-east-1';
  const base = bucketUrl({ bucket, region, endpoint: environment.AWS_ENDPOINT_URL_S3 });
  return {
    put: async ({ key, contentType, body, signal }) => {
      const timeout = AbortSignal.timeout(PUT_WITHIN_MS);
      const answer = await fetchSigned(
        {
          service: 's3',
          region,
          method: 'PUT',
          url: new URL(`${base}/${key}`),
          headers: { 'content-type': contentType },
          body,
          signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
        },
        { environment },
      );
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`The media bucket answered ${answer.status}`);
      return `s3://${bucket}/${key}`;
    },
  };
}

function bucketUrl(options: { bucket: string; region: string; endpoint: string | undefined }): string {
  const { bucket, region, endpoint } = options;
  return endpoint
    ? `${endpoint.replace(/\/+$/, '')}/${bucket}`
    : `https://${bucket}.s3.${region}.amazonaws.com`;
}
