/** Of the analyzer, which by default also edits package.json. */
export default { globs: ['src/features/**/*-element.ts'], outdir: 'dist', packagejson: false };
