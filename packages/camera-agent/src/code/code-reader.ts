import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** RGBA; alpha is ignored. */
export interface RawPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** Limits the codes read from one picture; a picture can be full of them. */
const maxCodes = 8;

let preparing: Promise<unknown> | null = null;

/** The reader is a WebAssembly file in its package: load it from there, never from the network. */
function prepare(): Promise<unknown> {
  preparing ??= readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')).then((wasm) =>
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true }),
  );
  return preparing;
}

/**
 * Reads the texts of the QR codes in a picture; most pictures have none.
 * @param picture pixels, or a PNG or JPEG file
 */
export async function readQrCodes(picture: RawPicture | Uint8Array<ArrayBuffer>): Promise<string[]> {
  await prepare();
  // The reader's types want a browser's ImageData, but it only reads these three members.
  const input = picture as Parameters<typeof readBarcodes>[0];
  const found = await readBarcodes(input, { formats: ['QRCode'], tryHarder: true, maxNumberOfSymbols: maxCodes });
  return found.filter(({ isValid }) => isValid).map(({ text }) => text);
}
