import { useQuery } from '@tanstack/react-query';
import { detectionTypes } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import { cameraListQuery } from '../features/cameras/index.ts';
import {
  detectionName,
  DetectionScreen,
  DetectionSwitch,
  detectionUnder,
  segmentOf,
  SmartEventsScreen,
  smartEventsTitle,
  toListLabel,
  toSettingsLabel,
} from '../features/smart-events/index.ts';
import { TimelapseRow, TimelapseScreen, timelapseTitle, timelapseUnder, toSmartEventsLabel } from '../features/timelapse/index.ts';
import { usePageTitle } from '../shared/browser/hooks.ts';
import { useClient } from '../shared/client.tsx';
import { to } from '../shared/navigation/targets.ts';
import { NotFound } from '../shell/not-found.tsx';
import { ScreenHeader } from '../shell/screen-header.tsx';

/** /cameras/{id}/settings/smart-events, and its detections with a screen of their own: …/human-detection */
export function SmartEventsRoute(): ReactNode {
  const { detection } = useParams();
  return detection === undefined ? <SmartEvents /> : <SmartEvent />;
}

function SmartEvents(): ReactNode {
  const { id = '' } = useParams();
  useTranslation();
  const title = smartEventsTitle();
  usePageTitle(title);
  const camera = useCameraTitle(id);
  return (
    <>
      <ScreenHeader title={title} under={camera ?? '\u00a0'} back={{ to: to.CameraSettings(id), label: toSettingsLabel() }} />
      <SmartEventsScreen key={id} cameraId={id} reports={<TimelapseRow cameraId={id} />} />
    </>
  );
}

function SmartEvent(): ReactNode {
  const { id = '', detection } = useParams();
  useTranslation();
  const type = detectionTypes.find((one) => segmentOf(one) === detection);
  const isTimelapse = detection === 'timelapse';
  const title = type ? detectionName(type) : isTimelapse ? timelapseTitle() : smartEventsTitle();
  usePageTitle(title);
  const camera = useCameraTitle(id);
  // Motion is set where the camera's recording depends on it.
  if (detection === segmentOf('motion')) return <Navigate replace to={`${to.CameraSettings(id)}#settings-motion`} />;
  if (isTimelapse) {
    return (
      <>
        <ScreenHeader title={title} under={timelapseUnder(camera)} back={{ to: to.SmartEvents(id), label: toSmartEventsLabel() }} />
        <TimelapseScreen key={id} cameraId={id} />
      </>
    );
  }
  if (!type) return <NotFound />;
  return (
    <>
      <ScreenHeader title={title} under={detectionUnder(camera)} back={{ to: to.SmartEvents(id), label: toListLabel() }}>
        <DetectionSwitch key={`${id} ${type}`} cameraId={id} type={type} />
      </ScreenHeader>
      <DetectionScreen cameraId={id} type={type} />
    </>
  );
}

function useCameraTitle(id: string): string | undefined {
  const { data } = useQuery({ ...cameraListQuery(useClient()), refetchInterval: false });
  return data?.find((one) => one.id === id)?.title;
}
