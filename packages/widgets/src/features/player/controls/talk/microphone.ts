/** An open microphone, recorded in chunks. */
export interface Microphone {
  readonly mimeType: string;
  /** Current level, 0 to 1. */
  level(): number;
  /** Starts recording; ten chunks per second. */
  record(onChunk: (chunk: Uint8Array) => void): void;
  /** Closes the microphone: the browser's recording indicator goes off. */
  close(): void;
}

/** Length of a chunk, milliseconds. */
const pieceDurationMs = 100;
const formats = ['audio/webm;codecs=opus', 'audio/mp4;codecs=opus', 'audio/mp4'];

/**
 * Requests the microphone and opens it.
 * @throws {DOMException} NotAllowedError, NotFoundError, NotSupportedError
 */
export async function openMicrophone(): Promise<Microphone> {
  const { mediaDevices } = navigator as { readonly mediaDevices?: MediaDevices };
  // Undefined on pages without HTTPS.
  const mimeType = typeof MediaRecorder === 'undefined' ? undefined : formats.find((format) => MediaRecorder.isTypeSupported(format));
  if (!mediaDevices || mimeType === undefined) throw new DOMException('This page can not record sound.', 'NotSupportedError');
  const stream = await mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true } });
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: 32_000 });
  return {
    mimeType,
    level() {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      // Speech is between −50 and −10 dB.
      return Math.min(1, Math.max(0, (10 * Math.log10(power + 1e-10) + 50) / 40));
    },
    record(onChunk) {
      let order = Promise.resolve();
      recorder.addEventListener('dataavailable', ({ data }) => {
        order = order.then(async () => onChunk(new Uint8Array(await data.arrayBuffer()))).catch(() => {});
      });
      recorder.start(pieceDurationMs);
    },
    close() {
      if (recorder.state !== 'inactive') recorder.stop();
      for (const track of stream.getTracks()) track.stop();
      void context.close();
    },
  };
}
