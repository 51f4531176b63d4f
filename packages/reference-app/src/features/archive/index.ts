export { useCameraArchive } from './archive-camera.tsx';
export { DownloadsCard } from './archive-downloads-card.tsx';
export { SavedClips } from './saved/archive-saved-clips-list.tsx';
export { NoArchiveAccess } from './archive-no-access.tsx';
