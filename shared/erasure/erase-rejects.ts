import type { Eraser } from './eraser';

/**
 * Removes rejected rows of an import that runs. Their numbers stand there as the file has them, in any form: all rows of the item
 * go, and are left out of the file of rejects.
 */
export const eraseRejects: Eraser = async ({ table }, { pk, sk }) => {
  await table.batchDelete([{ pk, sk }]);
  return 'done';
};
