import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** Four bytes a pixel: red, green, blue, and one that is not looked at. */
export interface RawPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** Codes in one picture that are looked at; a picture may be full of them. */
const mostCodes = 8;

let preparing: Promise<unknown> | null = null;

/** The reader is a WebAssembly file of its package: it is read from there, never fetched. */
function prepare(): Promise<unknown> {
  preparing ??= readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')).then((wasm) =>
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true }),
  );
  return preparing;
}

/**
 * The texts of the QR codes in a picture, most of the time none.
 * @param picture pixels, or a PNG or JPEG file
 */
export async function readQrCodes(picture: RawPicture | Uint8Array<ArrayBuffer>): Promise<string[]> {
  await prepare();
  // To the reader's types pixels are a browser's ImageData; it looks at these three members alone.
  const input = picture as Parameters<typeof readBarcodes>[0];
  const found = await readBarcodes(input, { formats: ['QRCode'], tryHarder: true, maxNumberOfSymbols: mostCodes });
  return found.filter(({ isValid }) => isValid).map(({ text }) => text);
}
