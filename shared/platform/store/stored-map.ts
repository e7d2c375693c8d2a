import { custom } from 'valibot';
import { isRecord } from '../is-record';

/**
 * Returns the schema of a stored map whose names come from outside. `record` of valibot leaves out the names
 * `constructor` and `prototype`.
 *
 * @param types types that its values can have
 */
export const storedMap = <Value>(...types: Array<'string' | 'number' | 'boolean'>) =>
  custom<Record<string, Value>>(
    (map) =>
      isRecord(map) && Object.values(map).every((value) => types.some((type) => typeof value === type)),
  );

/** Returns the schema of the data of a reported event. */
export const storedEventData = () => storedMap<string | number | boolean>('string', 'number', 'boolean');
