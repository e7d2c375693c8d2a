import { isForLoopback } from '../../lib/local/loopback-server';
import { findDeviations } from '../support/routes/openapi';
import type { FuzzRequest } from './fuzz-request';
import type { Answer } from './send-request';
import type { World } from './world';

/** Finds what is wrong with an answer to a request that an HTTP client can send; empty for nothing. */
export function findFaults(options: {
  request: FuzzRequest;
  answer: Answer;
  world: World;
  /** Codes with an anchor in the error reference. */
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

/**
 * Returns true for an answer to a request under a foreign name: the local service refuses it before the API, which the
 * OpenAPI document describes.
 */
function isRefusedCaller({ headers }: FuzzRequest, { status }: Answer): boolean {
  return status === 403 && !isForLoopback(headers);
}

/** Returns true for a page of the console, whose every path is a page. The OpenAPI document describes no pages. */
function isConsolePage({ path }: FuzzRequest, { status, headers }: Answer): boolean {
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
  return /^\/console(?:\/|$)/.test(path) && (isPage || (status >= 300 && status < 400));
}

/** Finds data of the other account that the service must never reveal. */
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
 * Checks the outcome of raw bytes. Bytes that are no request may get an answer, which must be complete, and must not be
 * the success of a write. A client that sends half a request gets none until the other half arrives.
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
