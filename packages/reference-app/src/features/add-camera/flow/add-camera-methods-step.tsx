import { Barcode, ChevronRight, Network, QrCode } from 'lucide-react';
import type { ReactNode } from 'react';
import { ListRow } from '../../../shared/ui/status.tsx';
import { text } from './add-camera-flow-texts.ts';

const methods = [
  { method: 'code', title: 'wayCode', about: 'wayCodeText', Icon: QrCode },
  { method: 'serial', title: 'waySerial', about: 'waySerialText', Icon: Barcode },
  { method: 'local', title: 'wayLocal', about: 'wayLocalText', Icon: Network },
] as const;

/** Offers three methods to start a camera's registration. */
export function MethodsStep({ onChoose }: { readonly onChoose: (method: (typeof methods)[number]['method']) => void }): ReactNode {
  return (
    <section className="add-step">
      <h1>{text('waysTitle')}</h1>
      <ul className="wp-list add-choices">
        {methods.map(({ method, title, about, Icon }) => (
          <li key={method}>
            <ListRow
              before={<Icon size={32} />}
              title={text(title)}
              text={text(about)}
              after={<ChevronRight size={20} />}
              onPress={() => onChoose(method)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
