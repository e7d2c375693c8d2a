import type { Command } from 'commander';
import { withAccount } from '../verb';

export interface AutomationOptions {
  account: string;
  automation: string;
}

/** Declares the options that name an automation. */
export const withAutomation = (command: Command): Command =>
  withAccount(command).requiredOption('--automation <id>', 'automation, as "automation list" shows it');
