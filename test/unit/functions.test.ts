import type { SQSEvent } from 'aws-lambda';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { cognitoLogoutUrl } from '../../functions/console/cognito-logout';
import { HANDLERS } from '../../functions/console/handlers';
import { OPERATOR_HANDLERS } from '../../functions/console/operator';
import { MERGE_HANDLERS } from '../../functions/console/merges';
import { SUBMISSION_HANDLERS } from '../../functions/console/submissions';
import { handlerOf, PLANES } from '../../functions/console/plane';
import { CONSOLE_ROUTES } from '../../functions/console/routes';
import { DECLARATIONS, DEFAULT_ROUTE_HANDLER } from '../../functions/http/routes';
import { forEachRecord } from '../../functions/workers/sqs-batch';
import type { ConsoleRoute } from '../../shared/http/route';
import { StoreBusyError } from '../../shared/platform/store/retry-on-conflict';

const event = {
  Records: ['a', 'b', 'c'].map((messageId) => ({ messageId, body: JSON.stringify(messageId) })),
} as SQSEvent;

describe('a batch of a queue', () => {
  it('leaves on its queue the record whose item other writers kept changing, and no other', async () => {
    const logged: unknown[] = [];
    const counted: string[] = [];
    const watch = {
      log: { error: (_text: string, error: unknown) => logged.push(error) },
      metrics: { record: (name: string) => counted.push(name) },
    };
    const busy = new StoreBusyError('Still in conflict');
    const answer = await forEachRecord(event, watch as never, async (body) => {
      if (body === 'b') throw busy;
    });
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'b' }] });
    expect([logged, counted]).toEqual([[busy], ['RecordsFailed']]);
  });

  it('has the failed record shown again soon, and keeps it also when SQS refuses that', async () => {
    const records = ['a', 'b'].map((messageId) => ({
      ...{ messageId, body: JSON.stringify(messageId), receiptHandle: `handle-${messageId}` },
      eventSourceARN: 'arn:aws:sqs:us-east-1:123456789012:Inbound',
      attributes: { ApproximateReceiveCount: '1' },
    }));
    const asked: unknown[] = [];
    const logged: string[] = [];
    const watch = {
      log: { error: (text: string) => logged.push(text) },
      metrics: { record: () => undefined },
      visibility: {
        change: async (...change: unknown[]) => {
          asked.push(change);
          throw new Error('SQS is not there');
        },
      },
    };
    const answer = await forEachRecord({ Records: records } as never, watch as never, async (body) => {
      if (body === 'b') throw new StoreBusyError('Still in conflict');
    });
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'b' }] });
    expect(asked).toEqual([
      ['arn:aws:sqs:us-east-1:123456789012:Inbound', [{ receiptHandle: 'handle-b', seconds: 2 }]],
    ]);
    expect(logged).toEqual([
      'Queue record failed',
      'Failed records stay hidden for as long as their queue says',
    ]);
  });
});

describe('routes', () => {
  const FOLDER = 'functions/http';
  const files = readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`);
  const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
  const listed = DECLARATIONS.map(({ route }) => route);
  const entries = [...new Set(listed.map(({ handler }) => handler as string)), DEFAULT_ROUTE_HANDLER];

  /** Rows that a file exports. */
  async function rowsOf(file: string): Promise<unknown[]> {
    const exported = (await import(join(process.cwd(), file))) as Record<string, unknown>;
    return Object.values(exported).filter(
      (value) => typeof value === 'object' && value !== null && 'operationId' in value,
    );
  }

  /** The names by which a handler can refer to the row of an operation. */
  function referencesTo(operationId: string, source: string): string[] {
    const imports = source.matchAll(/import \* as (\w+) from '\.\/[\w-]+\.routes';/g);
    return [...imports].map(([, name]) => `${name}.${operationId}`);
  }

  describe('the declarations of routes', () => {
    it('are all listed', async () => {
      const rows = await Promise.all(files.filter((file) => file.endsWith('.routes.ts')).map(rowsOf));
      expect(new Set(listed)).toEqual(new Set(rows.flat()));
    });

    it('name the files that handle them', () => {
      const strangers = listed.filter(({ operationId, handler }) => {
        const source = sources.get(handler) ?? '';
        return !referencesTo(operationId, source).some((name) => new RegExp(`\\b${name}\\b`).test(source));
      });
      expect(strangers).toEqual([]);
    });

    it('have a method and path, and a name, of their own', () => {
      const keys = listed.map(({ method, path }) => `${method} ${path}`);
      const names = listed.map(({ operationId }) => operationId);
      expect([new Set(keys).size, new Set(names).size]).toEqual([listed.length, listed.length]);
    });
  });

  describe('the files of handlers', () => {
    it('are those of the routes', () => {
      const handlers = files.filter((file) => /^export const handler\b/m.test(sources.get(file) ?? ''));
      expect(handlers.sort()).toEqual(entries.sort());
    });

    it('are in no bundle but their own', () => {
      const imported = [...sources.values()].flatMap((source) =>
        [...source.matchAll(/ from '\.\/([\w.-]+)'/g)].map(([, name]) => `${FOLDER}/${name}.ts`),
      );
      expect(imported.filter((file) => entries.includes(file))).toEqual([]);
    });
  });
});

describe('the routes of the console', () => {
  const listed: readonly ConsoleRoute[] = CONSOLE_ROUTES;

  it('have each one handler', () => {
    const handlers = [...HANDLERS, ...SUBMISSION_HANDLERS, ...MERGE_HANDLERS, ...OPERATOR_HANDLERS];
    expect(handlers.map(({ route }) => route.operationId).sort()).toEqual(
      listed.map(({ operationId }) => operationId).sort(),
    );
    expect(new Set(listed.map(({ operationId }) => operationId)).size).toBe(listed.length);
    expect(new Set(listed.map(({ method, path }) => `${method} ${path}`)).size).toBe(listed.length);
  });

  it('name the Lambda that they are in, and lie below its path', () => {
    for (const { route } of [...HANDLERS, ...SUBMISSION_HANDLERS, ...MERGE_HANDLERS]) {
      expect(PLANES.filter((plane) => plane !== 'operator').map(handlerOf)).toContain(route.handler);
      expect(route.path).toMatch(/^\/console\/api\/(?!operator\/)/);
    }
    for (const { route } of OPERATOR_HANDLERS) {
      expect([route.handler, route.path, route.authentication]).toEqual([
        handlerOf('operator'),
        expect.stringMatching(/^\/console\/api\/operator\//),
        'user',
      ]);
    }
  });

  it('for operators are refused to all others by their row', () => {
    const refused = OPERATOR_HANDLERS.map(({ route }) => 'isForOperators' in route && route.isForOperators);
    expect(refused).toEqual(refused.map(() => true));
  });
});

describe('cognito logout', () => {
  const CLIENT = { clientId: '1h57kf5cpq17m0eml12EXAMPLE', baseUrl: 'https://api.example.com' };
  const DOMAIN = 'https://messaging-prod-0123456789ab.auth.eu-west-1.amazoncognito.com';

  it('is the logout endpoint of the domain of the pool, with its client and where to lead to', () => {
    expect(
      cognitoLogoutUrl(
        {
          issuer: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_EXAMPLE',
          authorization_endpoint: `${DOMAIN}/oauth2/authorize`,
        },
        CLIENT,
      ),
    ).toBe(
      `${DOMAIN}/logout?client_id=1h57kf5cpq17m0eml12EXAMPLE&logout_uri=https%3A%2F%2Fapi.example.com%2Fconsole%2Fauth%2Fsigned-out`,
    );
  });

  it('is there for pools of AWS in China, too', () => {
    const pool = {
      issuer: 'https://cognito-idp.cn-north-1.amazonaws.com.cn/cn-north-1_EXAMPLE',
      authorization_endpoint: 'https://login.example.cn/oauth2/authorize',
    };
    expect(cognitoLogoutUrl(pool, CLIENT)).toMatch(/^https:\/\/login\.example\.cn\/logout\?client_id=/);
  });

  it.each([
    ['https://login.example.com', `${DOMAIN}/oauth2/authorize`],
    ['https://cognito-idp.eu-west-1.amazonaws.com.evil.example/p', `${DOMAIN}/oauth2/authorize`],
    ['https://evil.example/cognito-idp.eu-west-1.amazonaws.com', `${DOMAIN}/oauth2/authorize`],
    ['https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_EXAMPLE', undefined],
  ])('is none for the issuer %s with the authorization endpoint %s', (issuer, authorization_endpoint) => {
    expect(cognitoLogoutUrl({ issuer, authorization_endpoint }, CLIENT)).toBeUndefined();
  });
});
