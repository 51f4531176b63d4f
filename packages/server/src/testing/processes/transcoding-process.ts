/** Transcodes until it is killed, in a separate process; prints the transcoder's process id. For the test of kill -9. */
import { systemClock } from '@watchpost/contract/timing/clock';
import { createVideoTranscoder } from '../../media/transcode/video-transcoder.ts';
import { createSoundTranscoder } from '../../media/transcode/sound-transcoder.ts';
import { pino } from 'pino';

const nothing = (): void => undefined;
createVideoTranscoder({
  clock: systemClock,
  fitInto: null,
  frameRate: 15,
  listener: { onTrack: nothing, onSample: nothing, onEnd: nothing },
}).open('mjpeg', new Uint8Array());
createSoundTranscoder({ clock: systemClock, log: pino({ level: 'silent' }) })
  .open({ codec: { name: 'pcma' }, sampleRate: 8000, channels: 1 }, nothing)
  ?.push(0, new Uint8Array(160));
process.stdout.write('ready\n');
setInterval(nothing, 1000);
