import type { ReactNode } from 'react';
import { ErrorText } from '../../../shared/ui/field.tsx';
import { text } from './add-camera-serial-texts.ts';
import { useScanner } from './use-scanner.ts';

/** Shows the view of this device's camera until it finds a serial number. */
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
