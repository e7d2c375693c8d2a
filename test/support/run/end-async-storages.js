import { createRequire } from 'node:module';

const { AsyncLocalStorage } = createRequire(import.meta.url)('node:async_hooks');

/**
 * Disables the storages that a suite has used. Node.js 20 passes every storage that was ever used on to every promise,
 * until it is disabled. A worker of Jest loads the modules anew for each suite, and with them their storages: without
 * this, its last suites run half as fast as its first ones.
 */
const USED = Symbol.for('storages that this suite has used');
const { prototype } = AsyncLocalStorage;
if (!prototype[USED]) {
  prototype[USED] = new Set();
  for (const name of ['run', 'enterWith']) {
    const use = prototype[name];
    prototype[name] = function (...args) {
      prototype[USED].add(this);
      return use.apply(this, args);
    };
  }
}

afterAll(() => {
  for (const storage of prototype[USED]) storage.disable();
  prototype[USED].clear();
});
