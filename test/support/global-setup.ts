import { useTemporaryFolder } from './temporary-folder';

/** Jest calls this once for each project, in its main process; the workers that run the tests inherit the environment. */
export default function setUp(): void {
  if (process.env[RUN_FOLDER] !== undefined) return;
  process.env[RUN_FOLDER] = useTemporaryFolder();
}

/** The folder of the temporary files of this test run. */
export const RUN_FOLDER = 'TEST_RUN_FOLDER';
