import type { Camera } from '@watchpost/sdk-core';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { ListRow } from '../../../shared/ui/status.tsx';
import { DeviceDialog } from './camera-settings-device-dialog.tsx';
import { deviceText } from './camera-settings-device-texts.ts';

/** The way to what the camera itself is set to. */
export function DeviceSection({ camera }: { readonly camera: Pick<Camera, 'id'> }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="settings-part" aria-labelledby="settings-device">
      <h2 id="settings-device">{deviceText('section')}</h2>
      <div className="wp-list">
        <ListRow title={deviceText('open')} text={deviceText('openText')} after={<ChevronRight size={16} aria-hidden="true" />} onPress={() => setOpen(true)} />
      </div>
      {/* Outside of the settings' form: browsers let no form inside of another one say that it is submitted. */}
      {isOpen ? createPortal(<DeviceDialog camera={camera} onClose={() => setOpen(false)} />, document.body) : null}
    </section>
  );
}
