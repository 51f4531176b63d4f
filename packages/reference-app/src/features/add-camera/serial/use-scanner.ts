import { systemClock } from '@watchpost/sdk-core';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { openBarcodeReader, type BarcodeReader } from './add-camera-barcode-reader.ts';
import { readScan } from './add-camera-serial-number.ts';

export type ScannerState =
  | { readonly state: 'starting' }
  /** `isWrong`: the camera sees a code that is no serial number. */
  | { readonly state: 'looking'; readonly isWrong: boolean }
  | { readonly state: 'failed'; readonly reason: 'noCamera' | 'denied' | 'insecure' | 'broken' };

/** Interval between scans, ms: on an old phone the WebAssembly reader needs 100 ms. */
const scanIntervalMs = 200;

/** Scans for a serial number with this device's camera while mounted. */
export function useScanner(onFound: (serialNumber: string) => void): {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly scanner: ScannerState;
} {
  const video = useRef<HTMLVideoElement>(null);
  const found = useRef(onFound);
  useEffect(() => {
    found.current = onFound;
  });
  const [scanner, setScanner] = useState<ScannerState>({ state: 'starting' });
  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | null = null;
    let reader: BarcodeReader | null = null;
    const scan = async (): Promise<void> => {
      stream = await openLens();
      reader = await openBarcodeReader();
      const element = video.current;
      if (isOver || !element) return stop();
      element.srcObject = stream;
      await element.play();
      setScanner({ state: 'looking', isWrong: false });
      while (!isOver) {
        const codes = await reader.read(await createImageBitmap(element));
        const serialNumber = readScan(codes);
        if (isOver) return;
        if (serialNumber !== null) return found.current(serialNumber);
        setScanner({ state: 'looking', isWrong: codes.length > 0 });
        await new Promise<void>((resolve) => systemClock.after(scanIntervalMs, resolve));
      }
    };
    const stop = (): void => {
      for (const track of stream?.getTracks() ?? []) track.stop();
      reader?.close();
    };
    scan().catch((error: unknown) => {
      stop();
      if (!isOver) setScanner({ state: 'failed', reason: reasonOf(error) });
    });
    return () => {
      isOver = true;
      stop();
    };
  }, []);
  return { video, scanner };
}

/** Opens the rear camera if the device has two. */
function openLens(): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } } });
}

function reasonOf(error: unknown): 'noCamera' | 'denied' | 'insecure' | 'broken' {
  if (!globalThis.isSecureContext) return 'insecure';
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' || name === 'NotReadableError' ? 'noCamera' : 'broken';
}
