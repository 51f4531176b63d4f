import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { barcodeFormats } from './add-camera-barcode-formats.ts';

/** A worker has the policy of its own file: WebAssembly may run here, while the page's policy stays strict. */
export interface BarcodeRequest {
  readonly picture: ImageBitmap;
}
export interface BarcodeAnswer {
  readonly texts: readonly string[];
}

// Served beside the app; by default the library fetches it from a CDN.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });
const detector = new BarcodeDetector({ formats: [...barcodeFormats] });

addEventListener('message', ({ data: { picture } }: MessageEvent<BarcodeRequest>) => {
  void detector
    .detect(picture)
    .then(
      (found) => found.map(({ rawValue }) => rawValue),
      // An unreadable picture counts as one without a code; the next one follows.
      () => [],
    )
    .then((texts) => {
      picture.close();
      postMessage({ texts } satisfies BarcodeAnswer);
    });
});
