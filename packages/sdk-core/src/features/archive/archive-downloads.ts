// One file that loads on first use: two that share a third would each lose it for good when it does not arrive.
export { loadClip } from './archive-clip.ts';
export { openDownload } from './archive-download.ts';
