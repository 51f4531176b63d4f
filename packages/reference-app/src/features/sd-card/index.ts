export { SdCardEvents } from './sd-card-events.tsx';
export { SdCardSection } from './sd-card-section.tsx';
