import type { Socket } from 'node:dgram';

let socket: Socket | undefined;

/**
 * Hands a segment to the X-Ray daemon that Lambda runs beside each function. It needs no answer: what does not arrive is
 * missing in the trace and nowhere else.
 *
 * **Source:** X-Ray developer guide, "Sending trace data to X-Ray", segment documents over the daemon.
 */
export function sendSegment(document: object): void {
  const [host = '', port] = (process.env.AWS_XRAY_DAEMON_ADDRESS ?? '127.0.0.1:2000').split(':');
  socket ??= openSocket();
  socket.send(
    `{"format":"json","version":1}\n${JSON.stringify(document)}`,
    Number(port),
    host,
    () => undefined,
  );
}

/** Loaded with the first segment only: functions that are not traced start without it. */
function openSocket(): Socket {
  const opened = process.getBuiltinModule('node:dgram').createSocket('udp4');
  opened.on('error', () => undefined);
  opened.unref();
  return opened;
}
