import type { JSX } from 'react';
import { useValue } from '../../../../element/use-value.ts';
import { Icon } from '../../../../primitives/icons.tsx';
import { useWatchpost } from '../../player-context.tsx';
import { useControls } from '../control-context.tsx';
import { ControlIcon } from '../control-icons.tsx';
import { Waiting } from './first-message.tsx';
import { stateText } from './state-text.ts';
import type { StateAction } from './state-text.ts';

/** The message over the picture, also announced to screen readers. */
export function StateMessage(): JSX.Element {
  const { model, t, locale } = useControls();
  const { t: word } = useWatchpost();
  const { controller } = model;
  const state = useValue(controller.state);
  const gap = useValue(controller.gap);
  const hasArchive = useValue(controller.hasArchive);
  const camera = useValue(controller.camera);
  const access = useValue(controller.access);
  const text = stateText({
    state,
    gap,
    hasArchive,
    isPhone: camera?.platform === 'Mobile',
    sharedBy: camera?.sharedBy,
    opensAt: access?.opensAt,
    now: controller.now(),
    format: { locale, timeZone: camera?.timeZone },
    t,
  });
  const wait = state.kind === 'connecting' ? state.keyFrameWait : undefined;
  const note =
    wait && (wait.interval === null ? t('keyFrameWait') : t('keyFrameWaitEvery', { seconds: String(Math.round(wait.interval / 1000)) }));
  const spoken = text
    ? [text.title, ...text.details].join('. ')
    : state.kind === 'archive' || state.kind === 'offline' || state.kind === 'error'
      ? ''
      : state.kind === 'blocked'
        ? t('pressPlay')
        : (note ?? word(state.kind));
  const act = (action: StateAction): void => {
    if (action.kind === 'go') return model.goTo(action.to);
    if (action.kind === 'low-quality') controller.setQuality('low');
    controller.play();
  };
  return (
    <>
      <span className="wp-spoken" role="status">
        {spoken}
      </span>
      {state.kind === 'connecting' && !text && <Waiting key={state.mode} note={note} />}
      {state.kind === 'blocked' && !text && (
        <div className="wp-middle" part="message">
          <button type="button" className="wp-start" aria-label={word('play')} onClick={() => controller.play()}>
            <Icon name="play" />
          </button>
        </div>
      )}
      {text && (
        <div className="wp-middle wp-grey" part="message">
          <ControlIcon name={text.icon} />
          <b>{text.title}</b>
          {text.details.map((detail) => (
            <span key={detail}>{detail}</span>
          ))}
          {text.actions.length > 0 && (
            <div className="wp-actions">
              {text.actions.map((action) => (
                <button key={action.label} type="button" className="wp-retry" onClick={() => act(action)}>
                  {action.label}
                </button>
              ))}
            </div>
          )}
        </div>
      )}
    </>
  );
}
