import type { PlayerCore } from '../player-core.ts';
import { isDrawingWanted } from './drawing-storage.ts';
import { answerForPicture } from './page-pictures.ts';
import type { DrawingParts, WebCodecsTurns } from './webcodecs-turns.ts';

/** WebCodecs in MediaSource's place under `auto` (ADR 114). Its code is loaded after the first picture, and only where it is wanted. */
export function createDrawing(core: PlayerCore, parts: DrawingParts): WebCodecsTurns {
  let turns: WebCodecsTurns | null = null;
  let isDecided = false;
  answerForPicture(core);

  async function load(): Promise<void> {
    const { createWebCodecsTurns } = await import('./webcodecs-turns.ts');
    // Disposed meanwhile: nothing would ever stop what starts now.
    if (!core.life.aborted) turns = createWebCodecsTurns(core, parts);
  }
  return {
    beat() {
      if (turns) return turns.beat();
      if (isDecided || core.current()?.name !== 'websocket' || core.signals.state.value.kind !== 'live') return;
      isDecided = true;
      // Code that is lost is not missed: MediaSource stays.
      if (isDrawingWanted()) void load().catch(() => {});
    },
    onPicture: () => turns?.onPicture(),
    leave: async () => turns?.leave(),
    dispose: () => turns?.dispose(),
  };
}
