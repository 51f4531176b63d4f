import { Fragment } from 'react';
import type { JSX } from 'react';
import { useValue } from '../../../../element/use-value.ts';
import { Dialog } from '../../../../primitives/overlay/dialog.tsx';
import { useControls } from '../control-context.tsx';
import { describeShortcuts } from './player-shortcuts.ts';

/** The list of shortcuts that work for this camera. */
export function KeyMap(): JSX.Element | null {
  const { model, t } = useControls();
  const open = useValue(model.keyMap);
  if (!open) return null;
  const { controller, options } = model;
  const has = {
    archive: controller.hasArchive.peek(),
    sound: controller.hasAudio.peek(),
    talk: options.hasTalk && controller.canTalk.peek(),
    mark: options.onMark !== undefined,
  };
  return (
    <Dialog title={t('keys')} size="m" onClose={() => model.showKeys(false)}>
      <dl className="wp-keys">
        {describeShortcuts(t, has).map(({ keys, text }) => (
          <div key={text}>
            <dt>
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && ' '}
                  <kbd>{key}</kbd>
                </Fragment>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
