import { Application } from 'typedoc';
import { codeReference } from './code-reference.ts';

// Writes the pages of every exported name. node generate-code.ts <folder>: into another folder, for a test.
const [folder] = process.argv.slice(2);
const application = await Application.bootstrapWithPlugins({
  ...codeReference,
  ...(folder !== undefined && { outputs: [{ name: 'markdown', path: folder }] }),
});
const project = await application.convert();
if (!project || application.logger.hasErrors()) process.exit(1);
await application.generateOutputs(project);
