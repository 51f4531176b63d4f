import { Cctv, ChevronRight, Link as LinkIcon, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { ListRow } from '../../../shared/ui/status.tsx';
import { text } from './add-camera-flow-texts.ts';
import type { FlowEvent } from './add-camera-flow.ts';

/** First step: which kind of device to add. */
export function DeviceStep({ onChoose }: { readonly onChoose: (event: FlowEvent) => void }): ReactNode {
  return (
    <section className="add-step">
      <h1>{text('deviceTitle')}</h1>
      <ul className="wp-list add-choices">
        <li>
          <ListRow
            before={<Cctv size={32} />}
            title={text('deviceCamera')}
            text={text('deviceCameraText')}
            after={<ChevronRight size={20} />}
            onPress={() => onChoose({ type: 'camera' })}
          />
        </li>
        <li>
          <ListRow
            before={<Smartphone size={32} />}
            title={text('devicePhone')}
            text={text('devicePhoneText')}
            after={<ChevronRight size={20} />}
            onPress={() => onChoose({ type: 'smartphone' })}
          />
        </li>
      </ul>
      <Button look="quiet" icon={<LinkIcon size={20} />} onClick={() => onChoose({ type: 'link' })}>
        {text('deviceLink')}
      </Button>
    </section>
  );
}
