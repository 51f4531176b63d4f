import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { AppError } from '../../../kernel/app-error.ts';

/** A pair of ports on which one track of a camera arrives: packets, and the reports beside them. */
export interface UdpPorts {
  /** The even one; the other is the next. */
  readonly port: number;
  /** Some firewalls let in only what was asked for from inside. */
  open(cameraPorts: readonly [number, number]): void;
  /** Also a second time: whoever ends it may not know that it has ended. */
  close(): void;
}

const attempts = 20;
/** What the system keeps while this process is busy: a key frame of a 4K camera comes at once, bytes. */
const receiveBuffer = 2 * 1024 * 1024;

/**
 * @param address the camera's; packets of anybody else are passed over
 * @throws {AppError} unavailable when no pair of ports is free
 */
export async function openUdpPorts(address: string, onPacket: (data: Buffer) => void): Promise<UdpPorts> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const media = await bind(address, 0).catch(() => null);
    if (!media) continue;
    const { port } = media.address();
    const reports = port % 2 === 0 ? await bind(address, port + 1).catch(() => null) : null;
    if (!reports) {
      media.close();
      continue;
    }
    media.on('message', (data, { address: sender }) => {
      if (sender === address) onPacket(data);
    });
    const sockets = [media, reports];
    return {
      port,
      open: ([mediaPort, reportPort]) => {
        media.send(Buffer.alloc(0), mediaPort, address, () => undefined);
        reports.send(Buffer.alloc(0), reportPort, address, () => undefined);
      },
      close: () => {
        for (const socket of sockets.splice(0)) socket.close();
      },
    };
  }
  throw new AppError('unavailable', { message: 'No pair of UDP ports is free.' });
}

async function bind(address: string, port: number): Promise<Socket> {
  const socket = createSocket({ type: isIPv6(address) ? 'udp6' : 'udp4', recvBufferSize: receiveBuffer });
  socket.bind(port);
  try {
    await once(socket, 'listening');
  } catch (error) {
    socket.close();
    throw error;
  }
  // Where nobody listens at the camera's end, that is told by the connection.
  socket.on('error', () => undefined);
  return socket;
}
