import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/run/free-port';

const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/sbin'];
const READY_AFTER_MS = 10_000;
const CREDENTIALS = 'username=bench&password=bench';

/** Finds a program of Kannel. The Debian package is `kannel`. */
function find(program: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, program)).find((file) => existsSync(file));
}

export const isKannelInstalled = (): boolean => ['bearerbox', 'smsbox'].every((name) => find(name));

/** Kannel of its own with its file store, and a fake SMSC that takes each text at once. */
export class Kannel {
  /** Number of texts that the SMSC has taken. */
  taken = 0;
  private readonly children: ChildProcess[] = [];
  private smsc: Socket | undefined;
  private sendPort = 0;

  /** URL by which an HTTP client sends one text. */
  get sendUrl(): string {
    return `http://127.0.0.1:${this.sendPort}/cgi-bin/sendsms?${CREDENTIALS}&from=12065550199&to=12125550123&text=Hello`;
  }

  async start(): Promise<void> {
    const [admin, boxes, smsc, sends] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
    const folder = mkdtempSync(join(tmpdir(), 'kannel-'));
    const file = join(folder, 'kannel.conf');
    writeFileSync(file, configuration({ admin, boxes, smsc, sends, folder }));
    this.run('bearerbox', file);
    this.smsc = await untilConnected(smsc);
    this.smsc.on('data', (data) => (this.taken += data.toString('latin1').split('\n').length - 1));
    this.run('smsbox', file);
    this.sendPort = sends;
    (await untilConnected(sends)).destroy();
  }

  stop(): void {
    this.smsc?.destroy();
    for (const child of this.children) child.kill('SIGKILL');
  }

  private run(name: string, file: string): void {
    this.children.push(spawn(find(name) ?? name, [file], { stdio: 'ignore' }));
  }
}

function configuration(options: {
  admin: number;
  boxes: number;
  smsc: number;
  sends: number;
  folder: string;
}): string {
  const { admin, boxes, smsc, sends, folder } = options;
  return `group = core
admin-port = ${admin}
admin-password = bench
smsbox-port = ${boxes}
log-level = 4
box-allow-ip = 127.0.0.1
store-type = file
store-location = ${join(folder, 'store')}

group = smsc
smsc = fake
smsc-id = fake
port = ${smsc}
connect-allow-ip = 127.0.0.1

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${sends}
log-level = 4

group = sendsms-user
username = bench
password = bench
`;
}

async function untilConnected(port: number): Promise<Socket> {
  for (const until = Date.now() + READY_AFTER_MS; ;) {
    const socket = connect(port, '127.0.0.1');
    const isConnected = await new Promise<boolean>((resolve) =>
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
    );
    if (isConnected) return socket.on('error', () => undefined);
    if (Date.now() > until) throw new Error(`Kannel does not listen on port ${port}`);
    await sleep(100);
  }
}
