import { isForLoopback } from '../../lib/local/callers';
import { findDeviations } from '../support/openapi';
import type { FuzzRequest } from './fuzz-request';
import type { Answer } from './send-request';
import type { World } from './world';

/** What is wrong with an answer to a request that an HTTP client can send; empty for nothing. */
export function findFaults(options: {
  request: FuzzRequest;
  answer: Answer;
  world: World;
  /** Codes that the error reference has an anchor for. */
  anchors: ReadonlySet<string>;
}): string[] {
  const { request, answer, world, anchors } = options;
  return [
    ...(answer.status >= 500 ? [`was answered with ${answer.status}: ${answer.text.slice(0, 300)}`] : []),
    ...(isRefusedCaller(request, answer) || isConsolePage(request, answer)
      ? []
      : findDeviations({ ...answer, method: request.method, path: request.path })),
    ...findAnchorFaults(answer, anchors),
    ...findLeaks(answer.text, world),
  ];
}

/** Under a foreign name, the local service answers before the API does, of which the OpenAPI document speaks. */
function isRefusedCaller({ headers }: FuzzRequest, { status }: Answer): boolean {
  return status === 403 && !isForLoopback(headers);
}

/** Each path of the console is a page, which finds its way by itself. The OpenAPI document speaks of no pages. */
function isConsolePage({ path }: FuzzRequest, { status, headers }: Answer): boolean {
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
  return /^\/console(?:\/|$)/.test(path) && (isPage || (status >= 300 && status < 400));
}

/** What the service may never say to the one account about the other. */
function findLeaks(text: string, { other }: World): string[] {
  const secrets = [other.mark, other.account.accountId, other.account.apiKeySecret, other.account.from];
  return secrets
    .filter((secret) => text.includes(secret))
    .map((secret) => `tells ${secret} of another account`);
}

function findAnchorFaults({ body, status }: Answer, anchors: ReadonlySet<string>): string[] {
  if (status < 400 || typeof body !== 'object' || body === null || !('moreInfo' in body)) return [];
  const moreInfo = String(body.moreInfo);
  const anchor = moreInfo.split('/docs/errors#')[1] ?? '';
  return anchors.has(anchor) ? [] : [`leads to ${moreInfo}, where there is nothing`];
}

/**
 * Bytes that are no request may be answered or not; an answer is one, and is no success of a write. A client that sends half a
 * request gets none until the other half comes.
 */
export function findRawFaults(outcome: Answer | 'closed' | 'silent'): string[] {
  if (typeof outcome === 'string') return [];
  const { status, text, headers, body } = outcome;
  const isJson = headers.get('content-type')?.includes('json') ?? false;
  return [
    ...(status >= 500 && status !== 501 && status !== 505
      ? [`was answered with ${status}: ${text.slice(0, 300)}`]
      : []),
    ...(isJson && typeof body !== 'object' ? [`was answered with broken JSON: ${text.slice(0, 300)}`] : []),
    ...(/set-cookie|x-injected/i.test([...headers.keys()].join()) ? ['put a header into the answer'] : []),
  ];
}
