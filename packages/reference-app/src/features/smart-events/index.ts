export { DetectionScreen } from './smart-events-detection-screen.tsx';
export { SmartEventsScreen } from './smart-events-list-screen.tsx';
export { segmentOf } from './smart-events-segments.ts';
export { SmartEventsSection } from './smart-events-section.tsx';
export { DetectionSwitch } from './smart-events-switch.tsx';
export { detectionName, detectionUnder, smartEventsTitle, toListLabel, toSettingsLabel } from './smart-events-texts.ts';
