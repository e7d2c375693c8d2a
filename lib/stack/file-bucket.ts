import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Bucket, HttpMethods } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import {
  EXPORT_FILES_PREFIX,
  IMPORT_FILES_PREFIX,
  FILES_KEPT_FOR_DAYS,
} from '../../shared/platform/files/file-keys';
import { privateBucket } from './private-bucket';
import type { ServiceFunction } from './service-function';
import type { Stage } from './stage';

interface FileBucketProps {
  stage: Stage;
  /** Origin of the console's pages, the only ones that upload; absent without a console. */
  consoleOrigin: string | undefined;
}

/** Actions of a function on the files of imports or exports. */
interface FileAccess {
  imports?: string[];
  exports?: string[];
  /** Set for functions that check for missing files: S3 reports one only to callers that may list. */
  looksForFiles?: true;
}

const READ = ['s3:GetObject'];
const WRITE = ['s3:PutObject', 's3:AbortMultipartUpload'];
const DELETE = ['s3:DeleteObject'];

/**
 * Access by handler. It includes functions that only sign a URL, because the URL has the rights of the function that
 * signed it.
 */
const FILE_ACCESS: Readonly<Record<string, FileAccess>> = {
  'functions/http/create-import.ts': { imports: ['s3:PutObject'] },
  'functions/http/start-import.ts': { imports: READ, looksForFiles: true },
  'functions/http/get-import.ts': { imports: READ },
  'functions/http/list-imports.ts': { imports: READ },
  'functions/http/cancel-import.ts': { imports: [...READ, ...DELETE] },
  'functions/http/read-exports.ts': { exports: READ },
  'functions/workers/erase-people.ts': {
    imports: [...READ, ...DELETE],
    exports: [...READ, ...DELETE],
    looksForFiles: true,
  },
  'functions/workers/transfer-contacts.ts': {
    imports: [...READ, ...WRITE, ...DELETE],
    exports: [...READ, ...WRITE, ...DELETE],
    looksForFiles: true,
  },
};

/** Private bucket for imported and exported files, which are removed after some days. */
export class FileBucket extends Construct {
  /** Origin of presigned URLs of its files. */
  readonly origin: string;
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { stage, consoleOrigin }: FileBucketProps) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      ...privateBucket(stage, [
        {
          expiration: Duration.days(FILES_KEPT_FOR_DAYS),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ]),
      // The console uploads from a page, and reads the rejected rows of an import there. Downloads are links, which need
      // no CORS permission.
      ...(consoleOrigin !== undefined && {
        cors: [
          {
            allowedMethods: [HttpMethods.GET, HttpMethods.PUT],
            allowedOrigins: [consoleOrigin],
            allowedHeaders: ['content-type'],
          },
        ],
      }),
    });
    this.origin = `https://${this.bucket.bucketRegionalDomainName}`;
  }

  /**
   * Lets functions use files, each by its handler.
   *
   * @param functions by the file of their handler; all that have access to files are among them
   */
  letUse(functions: ReadonlyMap<string, ServiceFunction>): void {
    const { bucket } = this;
    for (const [entry, access] of Object.entries(FILE_ACCESS)) {
      const handler = functions.get(entry);
      if (!handler)
        throw new Error(`lib/stack/file-bucket.ts names ${entry}, which is no function of the stack`);
      const allow = (prefix: string, actions: string[] | undefined) => {
        if (!actions) return;
        const resources = [bucket.arnForObjects(`${prefix}*`)];
        handler.addToRolePolicy(new PolicyStatement({ actions, resources }));
      };
      allow(IMPORT_FILES_PREFIX, access.imports);
      allow(EXPORT_FILES_PREFIX, access.exports);
      if (access.looksForFiles) {
        handler.addToRolePolicy(
          new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }),
        );
      }
      handler.addEnvironment('FILES_BUCKET', bucket.bucketName);
    }
  }
}
