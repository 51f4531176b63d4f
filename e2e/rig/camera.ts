import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { timeSetUp } from '../support/evidence/set-up-time.ts';
import { freePorts } from './free-ports.ts';

/** A running RTSP camera that is not ours (GStreamer), with the wall clock burnt into its picture. */
export interface RigCamera {
  /**
   * The address of one of its streams.
   * @param path /cam /cama /camaac /camopus /camg726 /camg722 /cambf /sub /subaac /cam1080 /hevc /mjpeg, /udp (refuses TCP) /gop10 /gop40 /vfr /silent (after 2 s), /cliplate (the clip, its sound 400 ms later than its picture), or protected: /basic /digest (user `admin`, password `secret`)
   */
  url(path: string): string;
  /** Pulls the plug. */
  stop(): Promise<void>;
  /** Plugs it in again at the same addresses. */
  restart(): Promise<void>;
}

const script = join(import.meta.dirname, 'camera.py');
/** Servers with authentication are on the next ports. */
const portOffsets: Readonly<Record<string, number>> = { '/basic': 1, '/digest': 2 };

export interface RigCameraOptions {
  readonly port?: number;
  /** An MP4 file of H.264 and AAC, for `/cliplate`. */
  readonly clip?: string;
}

/** Starts the camera; it ends with this process, whatever happens to it. */
export async function startRigCamera({ port, clip }: RigCameraOptions = {}): Promise<RigCamera> {
  const base = port ?? (await freePorts(3));
  let child: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    // /usr/bin/python3: another Python on the PATH would not have Debian's gi.
    const started = spawn('/usr/bin/python3', [script, String(base), ...(clip === undefined ? [] : [clip])], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child = started;
    let complaints = '';
    started.stderr.on('data', (chunk: Buffer) => {
      complaints = (complaints + chunk.toString()).slice(-4000);
    });
    const ready = await Promise.race([once(started.stdout, 'data').then(() => true), once(started, 'exit').then(() => false)]);
    if (!ready) throw new Error(`The GStreamer camera did not start. Install it as CONTRIBUTING.md says. It said:\n${complaints}`);
  };
  await timeSetUp('camera', start);
  return {
    url: (path) => `rtsp://127.0.0.1:${base + (portOffsets[path] ?? 0)}${path}`,
    stop: async () => {
      const running = child;
      child = null;
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      running.kill('SIGKILL');
      await once(running, 'exit');
    },
    restart: start,
  };
}
