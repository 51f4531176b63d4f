/** Returns the section of a version from a changelog that changesets wrote; a sentence in its place when there is none. */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m);
  const section = sections.find((text) => text.split('\n', 1)[0]?.trim() === version);
  const notes = section?.slice(section.indexOf('\n')).trim() ?? '';
  return `${notes === '' ? 'No changes of its own: its dependencies have a new version.' : notes}\n`;
}
