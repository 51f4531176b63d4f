import { readParameterSets } from '../../../packages/mp4/src/index.ts';
import { createParameterSets } from '../../../packages/server/src/media/ingest/codecs/h264-parameter-sets.ts';
import { parseSps } from '../../../packages/server/src/media/ingest/codecs/h264-sps.ts';
import { createH265ParameterSets } from '../../../packages/server/src/media/ingest/codecs/h265-parameter-sets.ts';
import { hevcCodecString, parseH265Sps } from '../../../packages/server/src/media/ingest/codecs/h265-sps.ts';
import { ParseError } from '../../../packages/server/src/media/ingest/codecs/parse-error.ts';
import type { StreamParameters } from '../../../packages/server/src/media/ingest/codecs/stream-parameters.ts';
import { displaySizeOf } from '../../../packages/server/src/media/packaging/display-size.ts';
import type { FuzzTarget, Parsed } from '../fuzz.ts';
import { records, recordStructure } from '../structures.ts';
import { nalUnits, pps, ppsHevc, sps1080, spsHevc, spsHigh, vpsHevc } from './samples.ts';

/** What one parameter set says; a refusal is an answer, too. */
function outcomeOf(parse: () => string): string {
  try {
    return parse();
  } catch (error) {
    if (error instanceof ParseError) return 'refused';
    throw error;
  }
}

/** Collects the sets of a stream; whatever comes, a configuration that was read stays readable. */
function collect(sets: StreamParameters, input: Uint8Array, describe: (unit: Uint8Array) => string): Parsed {
  let bytes = 0;
  let last = '';
  for (const unit of records.split(input)) {
    sets.add(unit);
    sets.canDecode([unit]);
    const found = sets.current([unit]);
    last = outcomeOf(() => describe(unit));
    if (!found) continue;
    const { track, reorderFrames, frameRate } = found;
    const { width, height } = displaySizeOf(track);
    if (width < 16 || height < 16 || width > 65_536 || height > 65_536) throw new RangeError(`a size of ${width} × ${height}`);
    if (readParameterSets(track.codec, track.configuration).length === 0) throw new RangeError('A configuration has no parameter sets.');
    bytes = Math.max(bytes, track.configuration.length);
    last += ` ${track.codec.slice(0, 7)} ${width > 1000} ${reorderFrames} ${frameRate === null}`;
  }
  return { outcome: last, bytes };
}

export const h264SetsTarget: FuzzTarget = {
  name: 'H.264 parameter sets',
  samples: [records.join([sps1080, pps]), records.join([spsHigh, pps, ...nalUnits.slice(0, 6)])],
  structure: recordStructure,
  tokens: [sps1080, pps, Uint8Array.of(0x67, 0x64), Uint8Array.of(0x67, 0x90), Uint8Array.of(0, 0, 3)],
  parse: (input) =>
    collect(createParameterSets(), input, (unit) => {
      const { profile, pixelAspect, frameRate } = parseSps(unit);
      return `${profile} ${pixelAspect.vertical} ${frameRate === null}`;
    }),
  isRefusal: () => false,
};

export const h265SetsTarget: FuzzTarget = {
  name: 'H.265 parameter sets',
  samples: [records.join([vpsHevc, spsHevc, ppsHevc]), records.join([vpsHevc, spsHevc, ppsHevc, ppsHevc, spsHevc])],
  structure: recordStructure,
  tokens: [vpsHevc, spsHevc, ppsHevc, Uint8Array.of(0, 0, 3)],
  parse: (input) =>
    collect(createH265ParameterSets(), input, (unit) => {
      const sps = parseH265Sps(unit);
      return `${hevcCodecString(sps).slice(0, 8)} ${sps.temporalLayers} ${sps.chroma} ${sps.pixelAspect.vertical}`;
    }),
  isRefusal: () => false,
};
