import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { AppError } from '../../../kernel/app-error.ts';

/** A pair of UDP ports that receives one track of a camera: packets, and reports on the next port. */
export interface UdpPorts {
  /** The even port; the odd one follows it. */
  readonly port: number;
  /** Sends a packet outwards first, because some firewalls admit only answers. */
  open(cameraPorts: readonly [number, number]): void;
  /** Sends nothing before the camera's ports are known. */
  sendReport(data: Buffer): void;
  /** May be called twice: callers may not know that it is already closed. */
  close(): void;
}

export interface UdpListener {
  onPacket(data: Buffer): void;
  onReport(data: Buffer): void;
}

const maxAttempts = 20;
/** Buffers packets while this process is busy: a key frame of a 4K camera arrives in one burst. */
const receiveBufferBytes = 2 * 1024 * 1024;

/**
 * Opens a pair of ports.
 * @param address the camera's; packets from other addresses are ignored
 * @throws {AppError} unavailable when no pair of ports is free
 */
export async function openUdpPorts(address: string, { onPacket, onReport }: UdpListener): Promise<UdpPorts> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const media = await bind(address, 0).catch(() => null);
    if (!media) continue;
    const { port } = media.address();
    const reports = port % 2 === 0 ? await bind(address, port + 1).catch(() => null) : null;
    if (!reports) {
      media.close();
      continue;
    }
    for (const [socket, onData] of [
      [media, onPacket],
      [reports, onReport],
    ] as const) {
      socket.on('message', (data, { address: sender }) => {
        if (sender === address) onData(data);
      });
    }
    let reportsTo: number | null = null;
    const sockets = [media, reports];
    return {
      port,
      open: ([mediaPort, reportPort]) => {
        media.send(Buffer.alloc(0), mediaPort, address, () => undefined);
        reports.send(Buffer.alloc(0), reportPort, address, () => undefined);
        reportsTo = reportPort;
      },
      sendReport: (data) => {
        if (reportsTo !== null && sockets.length > 0) reports.send(data, reportsTo, address, () => undefined);
      },
      close: () => {
        for (const socket of sockets.splice(0)) socket.close();
      },
    };
  }
  throw new AppError('unavailable', { message: 'No pair of UDP ports is free.' });
}

async function bind(address: string, port: number): Promise<Socket> {
  const socket = createSocket({ type: isIPv6(address) ? 'udp6' : 'udp4', recvBufferSize: receiveBufferBytes });
  socket.bind(port);
  try {
    await once(socket, 'listening');
  } catch (error) {
    socket.close();
    throw error;
  }
  // When the camera does not listen on its port, the RTSP connection reports it.
  socket.on('error', () => undefined);
  return socket;
}
