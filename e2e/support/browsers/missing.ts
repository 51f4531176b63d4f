/** Whether this machine lacks a tool, as the runner of the tests found out: on CI, where none may be missing, it does not get here. */
export function isMissing(tool: 'firefox' | 'webkit' | 'nginx'): boolean {
  return (process.env['WATCHPOST_TEST_MISSING'] ?? '').split(',').includes(tool);
}
