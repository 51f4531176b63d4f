import { readFile } from 'node:fs/promises';
import { openDeviceSource } from '../sources/device-source.ts';
import { openFileSource } from '../sources/file-source.ts';
import { SourceError, type FrameSource } from '../sources/frame-source.ts';
import { openRtspSource } from '../sources/rtsp-source.ts';
import { openTestPictureSource } from '../sources/test-picture-source.ts';
import type { CliOptions } from './options.ts';

export interface Sources {
  readonly main: FrameSource;
  readonly low: FrameSource | undefined;
}

type SourceOptions = Pick<CliOptions, 'rtsp' | 'rtspFile' | 'device' | 'file' | 'testPicture' | 'low' | 'ffmpeg'>;

/** @throws {SourceError} when it is not said what to show, or it can't be shown */
export async function openSources(options: SourceOptions): Promise<Sources> {
  const { rtsp, rtspFile, device, file, testPicture, low, ffmpeg } = options;
  if ([rtsp, rtspFile, device, file, testPicture || undefined].filter((source) => source !== undefined).length > 1) throw new SourceError('Say one thing to show, not several.');
  const [address, lowAddress] = rtspFile === undefined ? [withoutPassword(rtsp)] : await readAddresses(rtspFile);
  const openMain = (): Promise<FrameSource> => {
    if (address !== undefined) return openRtspSource(ffmpeg, address);
    if (device !== undefined) return openDeviceSource(ffmpeg, device);
    if (testPicture) return openTestPictureSource(ffmpeg);
    if (file !== undefined) return openFileSource(file);
    throw new SourceError('Say what to show: --rtsp-file FILE, --device /dev/video0, --file CLIP.mp4 or --test-picture');
  };
  const openLow = async (): Promise<FrameSource | undefined> => {
    const from = low ?? lowAddress;
    if (from === undefined) return undefined;
    return /^rtsps?:/.test(from) ? openRtspSource(ffmpeg, low === undefined ? from : (withoutPassword(from) ?? from)) : openFileSource(from);
  };
  const main = await openMain();
  return { main, low: await openLow() };
}

/** The addresses in a file, one a line. */
async function readAddresses(file: string): Promise<string[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  if (lines.length === 0) throw new SourceError(`${file} has no address in it.`);
  return lines;
}

/** What is on the command line is seen by every user of the computer. */
function withoutPassword(address: string | undefined): string | undefined {
  if (address !== undefined && URL.canParse(address) && new URL(address).password !== '') throw new SourceError('Put an address with a password into a file of your own and name that: --rtsp-file FILE');
  return address;
}
