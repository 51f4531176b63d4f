import { startWorker } from '../../../shared/browser/start-worker.ts';
import { barcodeFormats } from './add-camera-barcode-formats.ts';
// oxlint-disable-next-line import/default -- Vite makes a module of the address, whose default is the built file's
import workerUrl from './add-camera-barcode-worker.ts?worker&url';
import type { BarcodeAnswer, BarcodeRequest } from './add-camera-barcode-worker.ts';

/** Finds barcodes in pictures. */
export interface BarcodeReader {
  /** Returns the texts in a picture, and closes the picture. */
  read(picture: ImageBitmap): Promise<readonly string[]>;
  close(): void;
}

interface NativeDetector {
  detect(picture: ImageBitmap): Promise<readonly { readonly rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { readonly formats: readonly string[] }): NativeDetector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** Opens the browser's reader if it supports these formats, otherwise the bundled one in its own worker. */
export async function openBarcodeReader(): Promise<BarcodeReader> {
  return (await openNativeReader()) ?? openWorkerReader();
}

async function openNativeReader(): Promise<BarcodeReader | null> {
  const { BarcodeDetector: Detector } = globalThis as { BarcodeDetector?: NativeDetectorClass };
  const supported = (await Detector?.getSupportedFormats().catch(() => [])) ?? [];
  if (!Detector || !supported.includes('code_128')) return null;
  const detector = new Detector({ formats: barcodeFormats.filter((format) => supported.includes(format)) });
  return {
    read: async (picture) => {
      try {
        return (await detector.detect(picture)).map(({ rawValue }) => rawValue);
      } finally {
        picture.close();
      }
    },
    close: () => undefined,
  };
}

function openWorkerReader(): BarcodeReader {
  const worker = startWorker(workerUrl);
  let settle: { resolve(texts: readonly string[]): void; reject(reason: Error): void } | null = null;
  worker.addEventListener('message', ({ data }: MessageEvent<BarcodeAnswer>) => settle?.resolve(data.texts));
  worker.addEventListener('error', ({ message }) => settle?.reject(new Error(message)));
  return {
    read: (picture) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        worker.postMessage({ picture } satisfies BarcodeRequest, [picture]);
      }),
    close: () => worker.terminate(),
  };
}
