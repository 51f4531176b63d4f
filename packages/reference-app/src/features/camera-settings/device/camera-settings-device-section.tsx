import type { Camera } from '@watchpost/sdk-core';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { ListRow } from '../../../shared/ui/status.tsx';
import { DeviceDialog } from './camera-settings-device-dialog.tsx';
import { deviceText } from './camera-settings-device-texts.ts';

/** Opens the camera's own settings. */
export function DeviceSection({ camera }: { readonly camera: Pick<Camera, 'id'> }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="settings-part" aria-labelledby="settings-device">
      <h2 id="settings-device">{deviceText('section')}</h2>
      <div className="wp-list">
        <ListRow
          title={deviceText('open')}
          text={deviceText('openText')}
          after={<ChevronRight size={16} aria-hidden="true" />}
          onPress={() => setOpen(true)}
        />
      </div>
      {/* Outside the settings' form: browsers do not submit a form nested in another one. */}
      {isOpen ? createPortal(<DeviceDialog camera={camera} onClose={() => setOpen(false)} />, document.body) : null}
    </section>
  );
}
