import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort, until } from '../product.ts';

/** A real nginx in front of the product. */
export interface Nginx {
  /** `http://127.0.0.1:8081/cams`. */
  readonly url: string;
  close(): Promise<void>;
}

const guide = resolve(import.meta.dirname, '../../../docs/start/self-host.md');

/**
 * Starts nginx with the configuration that the guide gives for a server under a path; only the address of the server is another one.
 * @param target where the server listens, `http://127.0.0.1:8080`
 */
export async function startNginx(target: string): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-nginx-'));
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  // As root, its workers would be another user, who sees nothing of the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    file,
    `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr; events {}
http { access_log off; ${temporary.join(' ')} server { listen 127.0.0.1:${port}; ${readLocations(target)} } }`,
  );
  const nginx = spawn('nginx', ['-c', file, '-p', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(nginx, 'exit');
  const close = async (): Promise<void> => {
    nginx.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}/cams`;
  try {
    await until('nginx', () =>
      fetch(url, { redirect: 'manual' }).then(
        () => true,
        () => false,
      ),
    );
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The guide's second block replaces the first lines of its first one. */
function readLocations(target: string): string {
  const [whole = '', underPath = ''] = [...readFileSync(guide, 'utf8').matchAll(/```nginx\n(.*?)```/gs)].map(([, text = '']) => text);
  const rest = whole.split('\n').slice(2).join('\n');
  if (!underPath.includes('proxy_pass') || !rest.includes('Upgrade')) throw new Error('The guide has no configuration of nginx any more.');
  return `${underPath}${rest}`.replaceAll('http://127.0.0.1:8080', target);
}
