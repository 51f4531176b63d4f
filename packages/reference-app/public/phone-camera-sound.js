// Hands the microphone's sound to the page, where tracks do not (Safari, Firefox).
const piece = 1024;

class PhoneSound extends AudioWorkletProcessor {
  #samples = new Float32Array(piece);
  #length = 0;

  process([input]) {
    const channel = input[0];
    if (!channel) return true;
    this.#samples.set(channel, this.#length);
    this.#length += channel.length;
    if (this.#length === piece) {
      this.port.postMessage(this.#samples);
      this.#samples = new Float32Array(piece);
      this.#length = 0;
    }
    return true;
  }
}

registerProcessor('watchpost-phone-sound', PhoneSound);
