import type { JSX } from 'react';
import { useValue } from '../../../../element/use-value.ts';
import { modeOf } from '../../engine/player-state.ts';
import { useControls } from '../control-context.tsx';
import { TalkButton } from '../talk/talk-button.tsx';
import { wholePicture, zoomAt, zoomText } from '../zoom/zoom-view.ts';
import { BarButton } from './bar-button.tsx';
import { MoreMenu, QualityMenu, SpeedMenu } from './bar-menus.tsx';
import { LiveButton } from './live-button.tsx';
import { PlayButton } from './play-button.tsx';
import { TimeTag } from './time-tag.tsx';
import { Volume } from './volume.tsx';

/** Playback on the left, view on the right. */
export function ControlBar(): JSX.Element {
  const { model, t, locale } = useControls();
  const { controller } = model;
  const state = useValue(controller.state);
  const hasArchive = useValue(controller.hasArchive);
  const isFull = useValue(controller.fullscreen);
  const camera = useValue(controller.camera);
  const view = useValue(model.view);
  const isNear = view.scale > 1;
  const fullscreen = (
    <BarButton
      icon={isFull ? 'minimize' : 'maximize'}
      label={t(isFull ? 'exitFullscreen' : 'fullscreen')}
      shortcut="F"
      onClick={() => model.toggleFullscreen()}
    />
  );
  // Without a picture the bar has nothing to control: the message in the middle has the actions.
  if (state.kind === 'error')
    return (
      <div className="wp-bar" part="controls">
        <LiveButton />
        <span className="wp-grow" />
        {isFull && fullscreen}
      </div>
    );
  return (
    <div className="wp-bar" part="controls">
      <PlayButton controller={controller} />
      {hasArchive && <BarButton only="wide" icon="rewind" label={t('back')} shortcut="←" onClick={() => model.move(-5_000)} />}
      {hasArchive && modeOf(state) === 'archive' && (
        <>
          <BarButton only="wide" icon="step-back" label={t('stepBack')} shortcut="," onClick={() => controller.step(-1)} />
          <BarButton only="wide" icon="step-forward" label={t('stepForward')} shortcut="." onClick={() => controller.step(1)} />
        </>
      )}
      <TimeTag controller={controller} />
      <LiveButton />
      <Volume />
      <span className="wp-grow" />
      <TalkButton />
      <SpeedMenu />
      <BarButton
        only="wide"
        icon={isNear ? 'zoom-out' : 'zoom-in'}
        label={t(isNear ? 'zoomOff' : 'zoom')}
        shortcut={isNear ? 'Esc' : '+'}
        text={zoomText(view, locale)}
        onClick={() => model.setView(isNear ? wholePicture : zoomAt(view, 2))}
      />
      <QualityMenu />
      <BarButton only="wide" icon="camera" label={t('snapshot')} shortcut="S" onClick={() => void model.saveSnapshot()} />
      {model.hasPictureInPicture && !camera?.watermark && (
        <BarButton only="wide" icon="pip" label={t('pictureInPicture')} shortcut="P" onClick={() => void model.togglePictureInPicture()} />
      )}
      <MoreMenu />
      {fullscreen}
    </div>
  );
}
