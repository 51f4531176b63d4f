import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { usePageTitle } from '../shared/browser/hooks.ts';
import { currentLocale } from '../shared/i18n/i18n.ts';
import { to } from '../shared/navigation/targets.ts';
import { ComingNote } from '../shell/coming/coming-note.tsx';
import { comingTexts } from '../shell/coming/coming-texts.ts';
import type { ComingTopic } from '../shell/coming/coming-topics.ts';
import { ScreenHeader } from '../shell/screen-header.tsx';

/** The name of the screen itself, as the navigation writes it. */
function useScreenName(topic: ComingTopic): string {
  useTranslation();
  const name = comingTexts[currentLocale()][topic].name;
  usePageTitle(name);
  return name;
}

/** A screen in a layout that has the header: payment results, plans. */
export function comingFramed(topic: ComingTopic): ComponentType {
  return function ComingFramedRoute(): ReactNode {
    useScreenName(topic);
    return <ComingNote topic={topic} level="h1" />;
  };
}

/** A page of the settings, whose frame brings the title. */
export function comingSetting(topic: ComingTopic): ComponentType {
  return function ComingSettingRoute(): ReactNode {
    return <ComingNote topic={topic} />;
  };
}

/** A screen of one camera: the way back leads there. */
export function comingOfCamera(topic: ComingTopic): ComponentType {
  return function ComingOfCameraRoute(): ReactNode {
    const { id = '' } = useParams();
    const { t } = useTranslation();
    const name = useScreenName(topic);
    return (
      <>
        <ScreenHeader title={name} back={{ to: to.Camera(id), label: t('shell.toCamera') }} />
        <ComingNote topic={topic} cameraId={id} />
      </>
    );
  };
}
