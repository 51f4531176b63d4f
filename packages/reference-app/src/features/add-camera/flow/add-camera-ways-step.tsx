import { Barcode, ChevronRight, Network, QrCode } from 'lucide-react';
import type { ReactNode } from 'react';
import { ListRow } from '../../../shared/ui/status.tsx';
import { text } from './add-camera-flow-texts.ts';

const ways = [
  { way: 'code', title: 'wayCode', about: 'wayCodeText', Icon: QrCode },
  { way: 'serial', title: 'waySerial', about: 'waySerialText', Icon: Barcode },
  { way: 'local', title: 'wayLocal', about: 'wayLocalText', Icon: Network },
] as const;

/** A camera that registers itself is told so in one of three ways. */
export function WaysStep({ onChoose }: { readonly onChoose: (way: (typeof ways)[number]['way']) => void }): ReactNode {
  return (
    <section className="add-step">
      <h1>{text('waysTitle')}</h1>
      <ul className="wp-list add-choices">
        {ways.map(({ way, title, about, Icon }) => (
          <li key={way}>
            <ListRow before={<Icon size={32} />} title={text(title)} text={text(about)} after={<ChevronRight size={20} />} onPress={() => onChoose(way)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
