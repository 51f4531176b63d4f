import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { barcodeFormats } from './add-camera-barcode-formats.ts';

/** A worker has a policy of its own, that of its file: WebAssembly may run here, while the page's policy stays as strict as it is. */
export interface BarcodeRequest {
  readonly picture: ImageBitmap;
}
export interface BarcodeAnswer {
  readonly texts: readonly string[];
}

// From beside the app; the library would fetch it from elsewhere.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });
const detector = new BarcodeDetector({ formats: [...barcodeFormats] });

addEventListener('message', ({ data: { picture } }: MessageEvent<BarcodeRequest>) => {
  void detector
    .detect(picture)
    .then(
      (found) => found.map(({ rawValue }) => rawValue),
      // A picture that can't be read is one without a code; the next one comes.
      () => [],
    )
    .then((texts) => {
      picture.close();
      postMessage({ texts } satisfies BarcodeAnswer);
    });
});
