import type { Circus } from '@jest/types';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Environment of the tests of the deployed stack: none is begun after one that has failed. Each would wait for minutes for what
 * cannot come.
 */
export default class FirstFailureEnvironment extends TestEnvironment {
  private hasFailed = false;

  handleTestEvent(event: Circus.Event): void {
    if (event.name === 'test_fn_failure' || event.name === 'hook_failure') this.hasFailed = true;
    if (event.name === 'test_start' && this.hasFailed) event.test.mode = 'skip';
  }
}
