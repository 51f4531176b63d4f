export { useCameraArchive } from './archive-camera.tsx';
export { DownloadsCard } from './archive-downloads-card.tsx';
export { NoArchiveAccess } from './archive-no-access.tsx';
