export { createEmbedDirectory } from './embeds-directory.ts';
export { createEmbedsModule } from './embeds-module.ts';
