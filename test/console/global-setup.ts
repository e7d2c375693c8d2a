import { execFileSync } from 'node:child_process';
import { startService, type StartedService } from '../support/start-service';
import { findChromium } from './find-chromium';

export const CONSOLE_DATA_DIR = 'TEST_CONSOLE_DATA_DIR';

let service: StartedService | undefined;

/** One local service with its demo users for all tests of the console. */
export default async function setUp(): Promise<void> {
  findChromium();
  buildConsole();
  service = await startService(['--in-memory']);
  process.env[CONSOLE_DATA_DIR] = service.dataDir;
}

export function buildConsole(): void {
  execFileSync('npm', ['run', '--silent', 'console:build'], { stdio: ['ignore', 'ignore', 'inherit'] });
}

export const stopConsole = async (): Promise<void> => service?.stop();
