import { soundOptions, unadjusted, type Adjustment } from './adjustment.ts';
import { openFfmpegSource } from './ffmpeg-source.ts';
import type { FrameSource } from './frame-source.ts';
import { parseRtspAddress } from './rtsp-address.ts';

/**
 * Opens a network camera. Its picture passes unchanged; sound becomes AAC.
 * @param ffmpeg the program's path
 * @param address `rtsp://`, `rtsps://` or `rtspx://`, with user and password
 * @throws {SourceError} when the address is invalid, or no picture arrives
 */
export async function openRtspSource(ffmpeg: string, address: string, adjustment: Adjustment = unadjusted): Promise<FrameSource> {
  const { url, password } = parseRtspAddress(address);
  return openFfmpegSource(ffmpeg, {
    // The address contains the password: pass it in a list on standard input, never on the command line.
    input: ['-protocol_whitelist', 'pipe,rtsp,rtsps,rtp,tcp,tls,udp', '-f', 'concat', '-safe', '0', '-i', 'pipe:0'],
    standardInput: `ffconcat version 1.0\nfile '${url}'\noption rtsp_transport tcp\n`,
    video: ['-c:v', 'copy'],
    sound: soundOptions(adjustment),
    secrets: [address, url, password, encodeURIComponent(password)],
  });
}
