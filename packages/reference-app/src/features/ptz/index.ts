export { PtzLink } from './ptz-link.tsx';
export { PtzScreen } from './ptz-screen.tsx';
export { ptzTitle } from './ptz-texts.ts';
