import type { PlayerStats } from '../../player-controller-types.ts';
import type { PlayerCore } from '../player-core.ts';

/** Playback statistics: from the transport and from the video element. */
export function readStats({ options: { video, canvas }, signals, current }: PlayerCore): PlayerStats {
  const transport = current();
  const known = transport?.stats();
  const counted = video.getVideoPlaybackQuality();
  const picture = transport?.drawsItself ? canvas : { width: video.videoWidth, height: video.videoHeight };
  return {
    transport: transport?.name ?? null,
    codec: known?.codec ?? null,
    width: picture.width,
    height: picture.height,
    frameRate: known?.frameRate ?? null,
    bitrate: known?.bitrate ?? null,
    latency: transport?.mode === 'live' ? signals.latency.value : null,
    buffer: known?.buffer ?? 0,
    droppedFrames: known?.frames?.dropped ?? counted.droppedVideoFrames,
    totalFrames: known?.frames?.total ?? counted.totalVideoFrames,
    quality: transport?.mode === 'archive' ? 'high' : signals.shownQuality.value,
    isTranscoded: known?.isTranscoded ?? false,
  };
}
