/** Stands in texts in the place of a person who was erased. **Source:** rules E2. */
export const ERASED_TEXT = '[erased]';
