import { soundOptions, unadjusted, type Adjustment } from './adjustment.ts';
import { openFfmpegSource } from './ffmpeg-source.ts';
import { SourceError, type FrameSource } from './frame-source.ts';

/**
 * Opens a network camera. Its picture passes unchanged; sound becomes AAC.
 * @param ffmpeg the program's path
 * @param address `rtsp://` or `rtsps://`, with user and password
 * @throws {SourceError} when the address is invalid, or no picture arrives
 */
export async function openRtspSource(ffmpeg: string, address: string, adjustment: Adjustment = unadjusted): Promise<FrameSource> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^rtsps?:$/.test(url.protocol) || url.hostname === '')
    throw new SourceError('A camera on the network has an address like rtsp://192.168.1.20:554/stream.');
  // Serialized again by URL, so that nothing in it can end the line or the quotes.
  const quoted = url.href.replaceAll("'", '%27');
  return openFfmpegSource(ffmpeg, {
    // The address contains the password: pass it in a list on standard input, never on the command line.
    input: ['-protocol_whitelist', 'pipe,rtsp,rtsps,rtp,tcp,tls,udp', '-f', 'concat', '-safe', '0', '-i', 'pipe:0'],
    standardInput: `ffconcat version 1.0\nfile '${quoted}'\noption rtsp_transport tcp\n`,
    video: ['-c:v', 'copy'],
    sound: soundOptions(adjustment),
    secrets: [address, url.href, quoted, url.password, decodeURIComponent(url.password)],
  });
}
