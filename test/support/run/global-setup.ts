import { useTemporaryFolder } from './temporary-folder';

/**
 * Creates the run's folder. Jest calls it for each project, in its main process; its workers inherit the environment.
 */
export default function setUp(): void {
  if (process.env[RUN_FOLDER] !== undefined) return;
  process.env[RUN_FOLDER] = useTemporaryFolder();
}

/** Variable with the folder of the temporary files of this test run. */
export const RUN_FOLDER = 'TEST_RUN_FOLDER';
