import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const STOP_TIMEOUT_MS = 15_000;

const TAIL_LINES = 80;
const WARNING = /\b(WARNING|ERROR|WARN|CRITICAL)\b/;

/** Log of the programs that run to their end, in the folder of the processes. */
const PROGRAM_LOG = 'program.log';

/** Programs that a test has started, each the leader of a group of its own. They end with this process. */
export class Processes {
  private readonly running = new Set<ChildProcess>();
  private isStopping = false;

  /** @param folder of their logs */
  constructor(private readonly folder: string) {}

  /** Starts a program that runs beside the test; its output goes to the log. */
  startLogged(log: string, program: Program): ChildProcess {
    const child = this.start(program);
    pipeOutput(child, createWriteStream(join(this.folder, log)));
    return child;
  }

  /** Runs a program to its end; its output is only printed when it fails. */
  async runLogged(program: Program): Promise<void> {
    const log = createWriteStream(join(this.folder, PROGRAM_LOG));
    const child = this.start(program);
    pipeOutput(child, log);
    const code = await this.ended(child);
    await new Promise((resolve) => log.end(resolve));
    if (code === 0) return;
    throw new Error(`${program.command} ${program.argv.join(' ')} failed:\n${this.readTail(PROGRAM_LOG)}`);
  }

  /** Runs a program to its end and prints its output. @returns its exit code */
  async runShown(program: Program): Promise<number | null> {
    const child = this.start(program);
    pipeOutput(child, process.stdout);
    return this.ended(child);
  }

  /** Returns the last lines of a log, after earlier lines with warnings. */
  readTail(log: string): string {
    const lines = readFileSync(join(this.folder, log), 'utf8').split('\n');
    const warnings = lines.slice(0, -TAIL_LINES).filter((line) => WARNING.test(line));
    return [...warnings.slice(-TAIL_LINES), '…', ...lines.slice(-TAIL_LINES)].join('\n');
  }

  /** Ends every process, by request and then by force. Afterwards none can be started. */
  async stop(): Promise<void> {
    this.isStopping = true;
    for (const child of this.running) signalGroup(child, 'SIGTERM');
    for (const deadlineMs = Date.now() + STOP_TIMEOUT_MS; Date.now() < deadlineMs; await sleep(50)) {
      if ([...this.running].every((child) => !signalGroup(child, 0))) break;
    }
    for (const child of this.running) signalGroup(child, 'SIGKILL');
  }

  /** Starts a program under a guard, which ends it when this process dies, however it dies. */
  private start({ command, argv, environment }: Program): ChildProcess {
    if (this.isStopping) throw new Error('It is stopping.');
    const guarded = ['test/support/service/service-guard.sh', command, ...argv];
    const child = spawn('sh', guarded, { env: environment, detached: true });
    this.running.add(child);
    goFirst(child);
    return child;
  }

  private ended(child: ChildProcess): Promise<number | null> {
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => {
        this.running.delete(child);
        resolve(code);
      });
    });
  }
}

export interface Program {
  command: string;
  argv: string[];
  environment: NodeJS.ProcessEnv;
}

function pipeOutput(child: ChildProcess, to: NodeJS.WritableStream): void {
  child.stdout?.pipe(to, { end: false });
  child.stderr?.pipe(to, { end: false });
}

/**
 * Lets the processor serve the child's session before other work of the machine, where Linux groups processes by session
 * and this user may ask for it. Functions end after the time that Lambda gives them: a machine that is busy with other
 * checks would end them half-way.
 */
function goFirst({ pid }: ChildProcess): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, '-15');
  } catch {
    // It shares the processor evenly.
  }
}

/** Signals the child's group. @returns false when none of its processes is left */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (child.pid === undefined) return false;
  try {
    return process.kill(-child.pid, signal);
  } catch {
    return false;
  }
}
