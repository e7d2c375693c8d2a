import type { Socket } from 'node:dgram';

let socket: Socket | undefined;

/**
 * Sends a segment to the X-Ray daemon that Lambda runs beside each function. No answer is needed: a lost segment is
 * only missing in the trace.
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

/**
 * Opens the socket. The module is loaded with the first segment only, so that functions without tracing start without
 * it.
 */
function openSocket(): Socket {
  const opened = process.getBuiltinModule('node:dgram').createSocket('udp4');
  opened.on('error', () => undefined);
  opened.unref();
  return opened;
}
