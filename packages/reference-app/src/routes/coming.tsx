import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { cameraListQuery } from '../features/cameras/index.ts';
import { usePageTitle } from '../shared/browser/hooks.ts';
import { useIsLarge } from '../shared/browser/media.ts';
import { useClient } from '../shared/client.tsx';
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

/** A screen in a layout whose header is for large screens only: phones get one with the way back. */
export function comingUnderHeader(topic: ComingTopic): ComponentType {
  return function ComingUnderHeaderRoute(): ReactNode {
    const { t } = useTranslation();
    const name = useScreenName(topic);
    const isLarge = useIsLarge();
    return (
      <>
        {isLarge ? null : <ScreenHeader title={name} back={{ to: to.Dashboard(), label: t('shell.toCameras') }} />}
        <ComingNote topic={topic} level={isLarge ? 'h1' : 'h2'} />
      </>
    );
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
    const { data: cameras } = useQuery({ ...cameraListQuery(useClient()), refetchInterval: false });
    // The line keeps its place while the name is on its way.
    const camera = cameras?.find((one) => one.id === id)?.title ?? '\u00a0';
    return (
      <>
        <ScreenHeader title={name} under={camera} back={{ to: to.Camera(id), label: t('shell.toCamera') }} />
        <ComingNote topic={topic} cameraId={id} />
      </>
    );
  };
}
