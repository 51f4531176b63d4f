import type { FuzzTarget } from './fuzz.ts';
import { configurationTarget, mp4MovieTarget, mp4StreamTarget, segmentTarget } from './targets/mp4.ts';
import { h264SetsTarget, h265SetsTarget } from './targets/parameter-sets.ts';
import { agentTarget, liveTarget } from './targets/protocols.ts';
import { h264Target, h265Target, jpegTarget } from './targets/rtp.ts';
import { audioConfigTarget, rtspTarget, sdpTarget } from './targets/rtsp.ts';
import { xmlTarget } from './targets/xml.ts';

/** Everything that reads what another machine has written. */
export const fuzzTargets: readonly FuzzTarget[] = [
  rtspTarget,
  sdpTarget,
  h264Target,
  h265Target,
  jpegTarget,
  audioConfigTarget,
  h264SetsTarget,
  h265SetsTarget,
  configurationTarget,
  mp4StreamTarget,
  mp4MovieTarget,
  segmentTarget,
  xmlTarget,
  agentTarget,
  liveTarget,
];
