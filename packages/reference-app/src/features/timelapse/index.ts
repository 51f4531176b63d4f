export { TimelapseRow } from './timelapse-row.tsx';
export { TimelapseScreen } from './timelapse-screen.tsx';
export { timelapseTitle, timelapseUnder, toSmartEventsLabel } from './timelapse-texts.ts';
