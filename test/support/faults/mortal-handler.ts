import { AsyncLocalStorage } from 'node:async_hooks';
import type { Table } from '../../../shared/platform/store/table';

/** Error of a handler that has died: nothing that it does afterwards has an effect. */
export class HandlerDied extends Error {
  override readonly name = 'HandlerDied';
}

const handlers = new AsyncLocalStorage<{ isDead: boolean }>();

/** Runs a handler. When it dies, its later calls to a mortal table fail. */
export async function runHandler<Result>(handle: () => Promise<Result>): Promise<Result> {
  return handlers.run({ isDead: false }, handle);
}

/** Ends the handler that is running. */
export function dieNow(): never {
  const handler = handlers.getStore();
  if (handler) handler.isDead = true;
  throw new HandlerDied();
}

/** Returns the same table, out of reach of handlers that have died. */
export function mortalTable(table: Table): Table {
  return new Proxy(table, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        if (handlers.getStore()?.isDead === true) throw new HandlerDied();
        return Reflect.apply(member, target, args);
      };
    },
  });
}
