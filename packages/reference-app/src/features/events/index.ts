export { ActivitiesScreen } from './events-activities-screen.tsx';
export { ReviewWatch } from './away/events-review-watch.tsx';
export { EventsPanel } from './events-panel.tsx';
export { useEventMarks } from './events-marks.ts';
export { typeName } from './events-texts.ts';
