import type { ReactNode } from 'react';
import { ErrorText } from '../../../shared/ui/field.tsx';
import { text } from './add-camera-serial-texts.ts';
import { useScanner } from './use-scanner.ts';

/** What this device's camera sees, until a serial number is in it. */
export function Scanner({ onFound }: { readonly onFound: (serialNumber: string) => void }): ReactNode {
  const { video, scanner } = useScanner(onFound);
  if (scanner.state === 'failed') return <ErrorText>{text(scanner.reason)}</ErrorText>;
  return (
    <div className="add-scanner">
      <video ref={video} muted playsInline aria-label={text('video')} />
      <p role="status">{text(scanner.state === 'starting' ? 'starting' : scanner.isWrong ? 'wrong' : 'aim')}</p>
    </div>
  );
}
