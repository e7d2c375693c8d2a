import { changesBetween, type ToldChanges } from '../../shared/audit/tell-changes';

/** Old and new values for the audit log, with the function that a use case calls before it writes. */
interface Told {
  /** Absent until something is written. */
  changes?: ToldChanges;
  beforeWrite: (before: object, after: object) => void;
}

/** Keeps the changes that a use case reports. It reports again after a conflict: the last values count. */
export function keepChanges(): Told {
  const told: Told = {
    beforeWrite: (before, after) => {
      told.changes = changesBetween(before, after);
    },
  };
  return told;
}
