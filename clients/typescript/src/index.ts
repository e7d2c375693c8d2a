export * from './client';
export * from './generated/errors';
export type { components, operations, paths, webhooks } from './generated/api';
export * from './messaging-error';
export * from './verify-webhook';
