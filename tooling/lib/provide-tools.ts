import { canInstall, findTools, installTools, type ExternalTool, type ToolName } from './find-tools.ts';

/**
 * Reports which external programs are installed, and installs the missing ones where possible.
 * @param names the required programs; all by default
 * @param withEngines also installs what only `npm run test:all` needs; otherwise it is found, or not mentioned
 * @param without the consequence for the tests of a missing program
 */
export async function provideTools({
  names,
  withEngines = false,
  without,
}: {
  readonly names?: readonly ToolName[];
  readonly withEngines?: boolean;
  readonly without: 'cannot run' | 'will not run';
}): Promise<readonly ExternalTool[]> {
  const find = async (): Promise<readonly ExternalTool[]> => (await findTools()).filter(({ name }) => names?.includes(name) ?? true);
  let tools = await find();
  const absent = tools.filter(({ path, isForAll }) => path === null && (withEngines || !isForAll));
  if (absent.length > 0 && canInstall()) {
    console.log(`installing ${absent.map(({ name }) => name).join(', ')} with apt-get …`);
    await installTools(absent);
    tools = await find();
  }
  for (const tool of tools) {
    if (tool.path !== null) console.log(`found   ${tool.name} ${tool.path}`);
    else if (withEngines || !tool.isForAll) console.log(describeMissing(tool, without));
  }
  return tools;
}

function describeMissing({ name, packages, usedFor, substitute }: ExternalTool, without: 'cannot run' | 'will not run'): string {
  const install = `Install it: apt-get install ${packages.join(' ')}`;
  if (substitute !== undefined) return `instead ${name} is not here, so ${usedFor} use ${substitute}. ${install}`;
  return `${without === 'cannot run' ? 'MISSING' : 'skip   '} ${name} is not here, so ${usedFor} ${without}. ${install}`;
}
