/** Transcodes until it is killed, in a process of its own; says the number of the process that does it. For the test of kill -9. */
import { systemClock } from '../../kernel/clock.ts';
import { createVideoTranscoder } from '../../media/transcode/video-transcoder.ts';
import { createSoundTranscoder } from '../../media/transcode/sound-transcoder.ts';
import { pino } from 'pino';

const nothing = (): void => undefined;
createVideoTranscoder({ clock: systemClock, fitInto: null, frameRate: 15, listener: { onTrack: nothing, onSample: nothing, onEnd: nothing } }).open('mjpeg', new Uint8Array());
createSoundTranscoder({ clock: systemClock, log: pino({ level: 'silent' }) }).open({ law: 'a', sampleRate: 8000, channels: 1 }, nothing)?.push(0, new Uint8Array(160));
process.stdout.write('ready\n');
setInterval(nothing, 1000);
