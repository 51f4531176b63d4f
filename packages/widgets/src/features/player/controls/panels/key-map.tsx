import { Fragment } from 'react';
import type { JSX } from 'react';
import { useValue } from '../../../../element/use-value.ts';
import type { ControlMessageKey } from '../../../../i18n/control-messages.ts';
import { Dialog } from '../../../../primitives/overlay/dialog.tsx';
import { useControls } from '../control-context.tsx';

export interface KeyLine {
  readonly keys: readonly string[];
  readonly text: ControlMessageKey;
  readonly needs?: 'archive' | 'sound' | 'talk' | 'mark';
}

/** Every key of the player, in the order in which one learns them. */
export const keyLines: readonly KeyLine[] = [
  { keys: ['␣'], text: 'keyPlay' },
  { keys: ['J', 'K', 'L'], text: 'keySlower', needs: 'archive' },
  { keys: ['←', '→'], text: 'keyArrows' },
  { keys: [',', '.'], text: 'keyFrames', needs: 'archive' },
  { keys: ['<', '>'], text: 'keySpeed', needs: 'archive' },
  { keys: ['0'], text: 'keyLive' },
  { keys: ['M'], text: 'keyMute', needs: 'sound' },
  { keys: ['↑', '↓'], text: 'keyVolume', needs: 'sound' },
  { keys: ['+', '−'], text: 'keyZoom' },
  { keys: ['Esc'], text: 'keyWhole' },
  { keys: ['F'], text: 'fullscreen' },
  { keys: ['P'], text: 'pictureInPicture' },
  { keys: ['S'], text: 'snapshot' },
  { keys: ['E'], text: 'keyMark', needs: 'mark' },
  { keys: ['T'], text: 'keyTalk', needs: 'talk' },
  { keys: ['I'], text: 'statistics' },
  { keys: ['?'], text: 'keyMap' },
];

/** The keys that do something here: what this camera can't do is not in the list. */
export function KeyMap(): JSX.Element | null {
  const { model, t } = useControls();
  const open = useValue(model.keyMap);
  if (!open) return null;
  const { controller, options } = model;
  const has = { archive: controller.hasArchive.peek(), sound: controller.hasAudio.peek(), talk: options.hasTalk && controller.canTalk.peek(), mark: options.onMark !== undefined };
  return (
    <Dialog title={t('keys')} size="m" onClose={() => model.showKeys(false)}>
      <dl className="wp-keys">
        {keyLines.filter(({ needs }) => needs === undefined || has[needs]).map(({ keys, text }) => (
          <div key={text}>
            <dt>{keys.map((key, index) => <Fragment key={key}>{index > 0 && ' '}<kbd>{key === '␣' ? t('space') : key}</kbd></Fragment>)}</dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
