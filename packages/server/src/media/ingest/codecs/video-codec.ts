import { splitAnnexB } from './annex-b.ts';
import type { SdpMedia } from '../rtsp/sdp.ts';
import { createH264Depacketiser, toAvccSample } from './h264-depacketiser.ts';
import { createParameterSets } from './h264-parameter-sets.ts';
import { createH265Depacketiser, toHevcSample } from './h265-depacketiser.ts';
import { createH265ParameterSets } from './h265-parameter-sets.ts';
import type { AccessUnit, Depacketiser } from './nal-depacketiser.ts';
import type { StreamParameters } from './stream-parameters.ts';

/** Describes how to read the pictures of one codec from RTP. */
export interface VideoCodec {
  /** Already contains the parameter sets of the SDP. */
  readonly parameterSets: StreamParameters;
  createDepacketiser(onAccessUnit: (unit: AccessUnit) => void): Depacketiser;
  toSample(units: readonly Uint8Array[]): Uint8Array;
}

export function videoCodecOf({ encoding, parameters }: SdpMedia): VideoCodec {
  const isH265 = encoding === 'H265';
  const parameterSets = isH265 ? createH265ParameterSets() : createParameterSets();
  const names = isH265 ? ['sprop-vps', 'sprop-sps', 'sprop-pps'] : ['sprop-parameter-sets'];
  for (const name of names)
    for (const text of parameters.get(name)?.split(',') ?? [])
      for (const unit of splitAnnexB(Buffer.from(text, 'base64'), 1)) parameterSets.add(unit);
  return isH265
    ? { parameterSets, createDepacketiser: createH265Depacketiser, toSample: toHevcSample }
    : { parameterSets, createDepacketiser: createH264Depacketiser, toSample: toAvccSample };
}
