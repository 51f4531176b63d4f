import type { PlayerStats } from '../../player-controller-types.ts';
import type { PlayerCore } from '../player-core.ts';
import { createFrameCounts } from './frame-counts.ts';

/** Playback statistics: from the transport and from the video element. */
export function createStatsReader({ options: { video, canvas }, signals, current }: PlayerCore): () => PlayerStats {
  const count = createFrameCounts();
  return () => {
    const transport = current();
    const known = transport?.stats();
    const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality();
    const frames = count(known?.frames ?? { total: totalVideoFrames, dropped: droppedVideoFrames });
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
      droppedFrames: frames.dropped,
      totalFrames: frames.total,
      quality: transport?.mode === 'archive' ? 'high' : signals.shownQuality.value,
      isTranscoded: known?.isTranscoded ?? false,
    };
  };
}
