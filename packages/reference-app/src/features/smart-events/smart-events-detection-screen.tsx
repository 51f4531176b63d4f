import type { DetectionType } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { WithDetections } from './smart-events-access.tsx';
import { DetectionEditor } from './smart-events-editor.tsx';
import { text } from './smart-events-texts.ts';
import '../../shared/settings/settings-layout.css';
import './smart-events.css';

/** Settings of one detection of a camera (specification 2, section 2). */
export function DetectionScreen({ cameraId, type }: { readonly cameraId: string; readonly type: DetectionType }): ReactNode {
  return (
    <WithDetections cameraId={cameraId} placeholder={<Placeholder />}>
      {(camera, all) => {
        const settings = all.detections.find((one) => one.type === type);
        return settings ? <DetectionEditor key={`${cameraId} ${type}`} camera={camera} settings={settings} all={all} /> : <Placeholder />;
      }}
    </WithDetections>
  );
}

function Placeholder(): ReactNode {
  return (
    <div className="settings-body detection-body" role="status" aria-label={text('loading')}>
      <div className="settings-stage sk" />
      <div className="settings-side" aria-hidden="true">
        {Array.from({ length: 4 }, (_, index) => (
          <span key={index} className="sk settings-sk" />
        ))}
      </div>
    </div>
  );
}
