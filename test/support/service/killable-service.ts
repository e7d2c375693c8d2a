import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createTable, type Table } from '../../../shared/platform/store/table';
import { localProgram } from './local-program';

export interface ServiceDescription {
  tableName: string;
  endpoints: { dynamodb: string };
  environment: { WEBHOOK_KEY: string };
}

/** Local service in a process group of its own, which can be killed as a whole and started again on its data. */
export class KillableService {
  private child: ChildProcess | undefined;
  private baseUrl = '';
  private client: DynamoDBClient | undefined;
  private readonly killOnExit = () => void this.kill();

  constructor(
    private readonly options: { dataDir: string; environment?: Record<string, string>; flags?: string[] },
  ) {}

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Address since the last start. */
  get url(): string {
    return this.baseUrl;
  }

  async start(): Promise<void> {
    const { dataDir, environment, flags = [] } = this.options;
    const child = spawn(process.execPath, [...localProgram(), ...flags], {
      env: { ...process.env, PORT: '0', CONSOLE_BUILD: 'off', DATA_DIR: dataDir, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.child = child;
    process.once('exit', this.killOnExit);
    child.once('close', () => process.off('exit', this.killOnExit));
    let output = '';
    this.baseUrl = await new Promise<string>((resolve, reject) => {
      const giveUp = (reason: string) => reject(new Error(`The service ${reason}:\n${output}`));
      const read = (chunk: Buffer) => {
        output += chunk.toString();
        const ready = /^Ready: (http:\/\/localhost:\d+)/m.exec(output)?.[1];
        if (ready === undefined) return;
        resolve(ready);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.on('close', () => giveUp('ended before it was ready'));
    });
  }

  /**
   * Kills service and engine at once, as a power cut would. Fulfilled when both have ended; works without an await too.
   */
  async kill(): Promise<void> {
    this.client?.destroy();
    this.client = undefined;
    const { child } = this;
    this.child = undefined;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('close', resolve));
    process.kill(-child.pid, 'SIGKILL');
    await gone;
  }

  /** Returns the service's table, for steps that only an operator takes. */
  table(): Table {
    const description = this.description();
    this.client ??= new DynamoDBClient({
      endpoint: description.endpoints.dynamodb,
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    return createTable(description.tableName, this.client);
  }

  /** Returns the description that the service writes for the operator CLI. */
  description(): ServiceDescription {
    const file = join(this.options.dataDir, 'service.json');
    return JSON.parse(readFileSync(file, 'utf8')) as ServiceDescription;
  }

  /** Sends a request. @throws Error for any answer but success */
  async request<T>(
    method: string,
    path: string,
    options: { authorization?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<T> {
    const { authorization, body } = options;
    const isRaw = body instanceof Uint8Array;
    const response = await fetch(new URL(path, this.baseUrl), {
      method,
      headers: {
        ...(authorization !== undefined && { authorization }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body !== undefined && { body: isRaw ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    return JSON.parse(text) as T;
  }
}
