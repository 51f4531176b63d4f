import { soundOptions, unadjusted, type Adjustment } from './adjustment.ts';
import { openFfmpegSource } from './ffmpeg-source.ts';
import { SourceError, type FrameSource } from './frame-source.ts';

/**
 * A camera on the network. Its picture is passed on as it is; sound becomes AAC.
 * @param ffmpeg the program's path
 * @param address `rtsp://` or `rtsps://`, user and password in it
 * @throws {SourceError} when it is no such address, or no picture comes from there
 */
export async function openRtspSource(ffmpeg: string, address: string, adjustment: Adjustment = unadjusted): Promise<FrameSource> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^rtsps?:$/.test(url.protocol) || url.hostname === '') throw new SourceError('A camera on the network has an address like rtsp://192.168.1.20:554/stream.');
  // Written anew by URL, so nothing in it can end the line or the quotes.
  const quoted = url.href.replaceAll("'", '%27');
  return openFfmpegSource(ffmpeg, {
    // The address has the password in it: a list on standard input names it, never the command line.
    input: ['-protocol_whitelist', 'pipe,rtsp,rtsps,rtp,tcp,tls,udp', '-f', 'concat', '-safe', '0', '-i', 'pipe:0'],
    standardInput: `ffconcat version 1.0\nfile '${quoted}'\noption rtsp_transport tcp\n`,
    video: ['-c:v', 'copy'],
    sound: soundOptions(adjustment),
    secrets: [address, url.href, quoted, url.password, decodeURIComponent(url.password)],
  });
}
