import { readFile } from 'node:fs/promises';
import { readCameraAddress } from '@watchpost/contract/protocols/camera-address';
import { systemClock } from '@watchpost/contract/timing/clock';
import {} from '@watchpost/onvif';
import { ownNetwork, readOnvifFile, readOnvifHost } from '../onvif/onvif-access.ts';
import { meetOnvifCamera, type OnvifAgentCamera } from '../onvif/onvif-camera.ts';
import { openOnvifSource } from '../onvif/onvif-source.ts';
import { unadjusted, withoutSound, type AdjustableSource, type Adjustment } from '../sources/adjustment.ts';
import { openDeviceSource } from '../sources/device-source.ts';
import { openFileSource } from '../sources/file-source.ts';
import { SourceError, type FrameSource } from '../sources/frame-source.ts';
import { openRtspSource } from '../sources/rtsp-source.ts';
import { openTestPictureSource } from '../sources/test-picture-source.ts';
import type { CliOptions } from './options.ts';

export interface Sources {
  readonly main: AdjustableSource;
  /** The same picture as a substream, with or without its sound. */
  openLow(adjustment: Adjustment): Promise<FrameSource | undefined>;
  /** The ONVIF camera behind the agent; null for any other source. */
  readonly onvif: OnvifAgentCamera | null;
}

type SourceOptions = Pick<CliOptions, 'rtsp' | 'rtspFile' | 'onvif' | 'onvifFile' | 'device' | 'file' | 'testPicture' | 'low' | 'ffmpeg'>;

/** @throws {SourceError} when no source is named */
export async function chooseSources(options: SourceOptions): Promise<Sources> {
  const { rtsp, rtspFile, onvif, onvifFile, device, file, testPicture, low, ffmpeg } = options;
  if ([rtsp, rtspFile, onvif, onvifFile, device, file, testPicture || undefined].filter((source) => source !== undefined).length > 1)
    throw new SourceError('Name one source, not several.');
  if (onvifFile !== undefined || onvif !== undefined) {
    const access = onvifFile === undefined ? readOnvifHost(onvif ?? '') : await readOnvifFile(onvifFile);
    return onvifSources(await meetOnvifCamera({ access, clock: systemClock, network: ownNetwork }), {
      low: withoutPassword(low),
      ffmpeg,
    });
  }
  const [address, lowAddress] = rtspFile === undefined ? [withoutPassword(rtsp)] : await readAddresses(rtspFile);
  const lowFrom = low === undefined ? lowAddress : withoutPassword(low);
  const main = mainSource({ address, device, file, testPicture, ffmpeg });
  return {
    // Rotating only the main stream would make the two streams look like two cameras.
    main: lowFrom === undefined ? main : { ...main, offers: main.offers.filter((name) => name === 'isMicrophoneOn') },
    openLow: async (adjustment) => (lowFrom === undefined ? undefined : openNamed(ffmpeg, lowFrom, adjustment)),
    onvif: null,
  };
}

/** Opens the sources of an ONVIF camera. The camera controls its own picture; the agent can also mute its sound. */
function onvifSources(camera: OnvifAgentCamera, { low, ffmpeg }: Pick<SourceOptions, 'low' | 'ffmpeg'>): Sources {
  // The wanted adjustment: a stream that reconnects applies it, and one that could not be replaced is still muted.
  let wanted = unadjusted;
  const openStream = (quality: 'main' | 'low'): Promise<FrameSource> =>
    openOnvifSource({
      find: async (isLost) => {
        const address = (await camera.streams(isLost))[quality];
        if (address === undefined) throw new SourceError('The camera no longer has a substream.');
        return address;
      },
      open: (address) => openRtspSource(ffmpeg, address, wanted),
      isHeard: () => wanted.isMicrophoneOn,
    });
  return {
    main: {
      offers: [],
      isExclusive: false,
      open: (adjustment) => {
        wanted = adjustment;
        return openStream('main');
      },
    },
    openLow: async (adjustment) => {
      if (low !== undefined) return openNamed(ffmpeg, low, adjustment);
      return camera.hasLow ? openStream('low') : undefined;
    },
    onvif: camera,
  };
}

async function openNamed(ffmpeg: string, from: string, adjustment: Adjustment): Promise<FrameSource> {
  return /^rtsps?:/.test(from) ? openRtspSource(ffmpeg, from, adjustment) : ofFile(from, adjustment);
}

type MainOptions = Pick<SourceOptions, 'device' | 'file' | 'testPicture' | 'ffmpeg'> & { readonly address: string | undefined };
const ofPicture = ['rotation', 'isMirroredHorizontally', 'isMirroredVertically'] as const;

function mainSource({ address, device, file, testPicture, ffmpeg }: MainOptions): AdjustableSource {
  // The picture passes unchanged: the agent can only adjust the sound.
  if (address !== undefined)
    return {
      offers: ['isMicrophoneOn', 'microphoneSensitivity'],
      isExclusive: false,
      open: (adjustment) => openRtspSource(ffmpeg, address, adjustment),
    };
  if (device !== undefined)
    return { offers: ofPicture, isExclusive: true, open: (adjustment) => openDeviceSource(ffmpeg, device, adjustment) };
  if (testPicture)
    return { offers: [...ofPicture, 'timeZone'], isExclusive: false, open: (adjustment) => openTestPictureSource(ffmpeg, adjustment) };
  if (file !== undefined) return { offers: ['isMicrophoneOn'], isExclusive: false, open: (adjustment) => ofFile(file, adjustment) };
  throw new SourceError('Name a source: --rtsp-file FILE, --onvif-file FILE, --device /dev/video0, --file CLIP.mp4 or --test-picture');
}

async function ofFile(path: string, { isMicrophoneOn }: Adjustment): Promise<FrameSource> {
  const source = await openFileSource(path);
  return isMicrophoneOn ? source : withoutSound(source);
}

/** Reads the addresses in a file, one per line. */
async function readAddresses(file: string): Promise<string[]> {
  const lines = (await readFile(file, 'utf8'))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (lines.length === 0) throw new SourceError(`${file} has no address in it.`);
  return lines;
}

/** Every user of the computer can see the command line. */
function withoutPassword(address: string | undefined): string | undefined {
  if (address === undefined) return address;
  const reading = readCameraAddress(address);
  if (reading.kind === 'ambiguous' || (reading.kind === 'read' && reading.address.password !== ''))
    throw new SourceError('Put an address with a password into a file of your own and name that: --rtsp-file FILE');
  return address;
}
