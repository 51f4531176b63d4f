/** Decodes ITU-T G.711 into samples of -1 to 1. */
export function decodeG711(law: 'a' | 'u', data: Uint8Array): Float32Array {
  const table = law === 'a' ? aLaw : uLaw;
  return Float32Array.from(data, (byte) => table[byte] ?? 0);
}

const aLaw = Float32Array.from({ length: 256 }, (_, code) => {
  const bits = code ^ 0x55;
  const exponent = (bits >> 4) & 7;
  const mantissa = bits & 15;
  const magnitude = exponent === 0 ? (mantissa << 4) + 8 : ((mantissa << 4) + 0x108) << (exponent - 1);
  return ((bits & 0x80) === 0 ? -magnitude : magnitude) / 32_768;
});

const uLaw = Float32Array.from({ length: 256 }, (_, code) => {
  const bits = ~code & 0xff;
  const magnitude = ((((bits & 15) << 3) + 0x84) << ((bits >> 4) & 7)) - 0x84;
  return ((bits & 0x80) === 0 ? magnitude : -magnitude) / 32_768;
});
