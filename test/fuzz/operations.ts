import fc from 'fast-check';
import { type DocumentedOperation, openApi, resolve } from '../support/routes/openapi';
import type { FuzzRequest } from './fuzz-request';
import { PEOPLE, type World } from './world';

export interface Operation {
  method: string;
  template: string;
  operation: DocumentedOperation;
}

export const OPERATIONS: readonly Operation[] = Object.entries(openApi.paths).flatMap(([template, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase(),
    template,
    operation,
  })),
);
export const WITH_BODY = OPERATIONS.filter(
  ({ operation }) => operation.requestBody?.content['application/json'],
);
export const WITH_PARAMETER = OPERATIONS.filter(({ template }) => template.includes('{'));
export const WITH_QUERY = OPERATIONS.filter(({ operation }) =>
  operation.parameters?.some((one) => one.in === 'query'),
);

export const JSON_HEADERS = { 'content-type': 'application/json' };

/** Returns the path with valid values for its parameters. */
export function fillPath(template: string, world: World, overrides: Record<string, string> = {}): string {
  const { own } = world;
  return template.replace(/([^/]+)\/\{(\w+)\}/g, (_, before: string, name: string) => {
    const ids: Record<string, string> = {
      'by-phone': encodeURIComponent(PEOPLE[1] ?? ''),
      forecast: encodeURIComponent(PEOPLE[1] ?? ''),
      groups: own.groupId,
      join: 'frm_none',
      message: own.messageId,
      broadcast: own.broadcastId,
      batch: own.batchId,
      imports: own.importId,
    };
    return `${before}/${overrides[name] ?? ids[before] ?? ''}`;
  });
}

/** Returns the bodies that the document shows for an operation. */
export function examplesOf({ requestBody }: DocumentedOperation): Array<Record<string, unknown>> {
  const [content] = Object.values(requestBody?.content ?? {});
  return Object.values(content?.examples ?? {}).map(
    (example) => resolve(example).value as Record<string, unknown>,
  );
}

/** Returns one of the document's example bodies, with existing numbers, so that it would be accepted. */
export function validBody({ operation }: Operation, world: World, index: number): Record<string, unknown> {
  const examples = examplesOf(operation);
  const example = examples[index % examples.length];
  const body: Record<string, unknown> = { ...example };
  if ('from' in body) body.from = world.own.account.from;
  if ('to' in body) body.to = PEOPLE[2];
  if (Array.isArray(body.recipients)) {
    body.recipients = (body.recipients as object[]).map((one, position) => ({
      ...one,
      to: PEOPLE[position],
    }));
  }
  // A consumed key would be answered before anything else is checked.
  delete body.idempotencyKey;
  return body;
}

export const anyOperation = (operations: readonly Operation[]) => fc.constantFrom(...operations);

/** Gives routes that act without a body one that they refuse, where they would act. */
export function withRefusedBody(request: FuzzRequest): FuzzRequest {
  const isWrite = request.method === 'POST' || request.method === 'PATCH';
  return isWrite
    ? { ...request, headers: { ...JSON_HEADERS, ...request.headers }, body: Buffer.from('[]') }
    : request;
}
