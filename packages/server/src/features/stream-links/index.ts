export { cameraOfStreamLink } from './stream-links-access.ts';
export { createStreamLinkDirectory } from './stream-links-directory.ts';
export { createStreamLinksModule } from './stream-links-module.ts';
