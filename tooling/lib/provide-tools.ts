import { canInstall, findTools, installTools, type ExternalTool, type ToolName } from './find-tools.ts';

/**
 * Says which programs outside the repository are here, and installs the missing ones where that is possible.
 * @param names those that are needed; all by default
 * @param without what becomes, without a program, of what it is used for
 */
export async function provideTools({ names, without }: { readonly names?: readonly ToolName[]; readonly without: 'cannot run' | 'will not run' }): Promise<readonly ExternalTool[]> {
  const find = async (): Promise<readonly ExternalTool[]> => (await findTools()).filter(({ name }) => names?.includes(name) ?? true);
  let tools = await find();
  const absent = tools.filter(({ path }) => path === null);
  if (absent.length > 0 && canInstall()) {
    console.log(`installing ${absent.map(({ name }) => name).join(', ')} with apt-get …`);
    await installTools(absent);
    tools = await find();
  }
  for (const { name, path, packages, usedFor } of tools) {
    if (path !== null) console.log(`found   ${name} ${path}`);
    else console.log(`${without === 'cannot run' ? 'MISSING' : 'skip   '} ${name} is not here, so ${usedFor} ${without}. Install it: apt-get install ${packages.join(' ')}`);
  }
  return tools;
}
