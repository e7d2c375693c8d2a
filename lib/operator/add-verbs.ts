import type { Command } from 'commander';
import type { OperatorIo } from './operator-io';

/** Function that adds the verbs of a noun. */
export type AddVerbs = (noun: Command, io: OperatorIo) => void;
