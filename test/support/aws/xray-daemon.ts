import { createSocket } from 'node:dgram';

/** The parts of a segment document that tests read. */
export interface Segment {
  name: string;
  id: string;
  trace_id: string;
  parent_id?: string;
  start_time: number;
  end_time: number;
  type?: string;
  fault?: boolean;
  annotations?: Record<string, string | number | boolean>;
}

export interface XrayDaemon {
  /** Value for `AWS_XRAY_DAEMON_ADDRESS`. */
  address: string;
  received: Segment[];
  stop(): Promise<void>;
}

/** Starts the listener beside a traced function: each datagram is a header, a line feed and a segment. */
export async function startXrayDaemon(): Promise<XrayDaemon> {
  const socket = createSocket('udp4');
  const received: Segment[] = [];
  socket.on('message', (datagram) => {
    const [header = '', document = '', ...rest] = datagram.toString('utf8').split('\n');
    expect([JSON.parse(header), rest]).toEqual([{ format: 'json', version: 1 }, []]);
    received.push(JSON.parse(document) as Segment);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    received,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

/**
 * Returns the path of each segment: the names from the trace's first segment to it, sorted. A segment whose parent is
 * missing begins a path of its own.
 */
export function waysOf(segments: Segment[]): string[] {
  const byId = new Map(segments.map((segment) => [segment.id, segment]));
  const wayTo = (segment: Segment): string => {
    const parent = byId.get(segment.parent_id ?? '');
    return parent ? `${wayTo(parent)} > ${segment.name}` : segment.name;
  };
  return segments.map(wayTo).sort();
}
