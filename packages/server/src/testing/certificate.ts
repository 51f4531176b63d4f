import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Creates a self-signed certificate for `localhost`, PEM, with OpenSSL's command, because Node can't create one. */
export async function makeCertificate(): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-certificate-'));
  try {
    const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const request = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
    ];
    await promisify(execFile)('openssl', [...request, '-keyout', keyFile, '-out', certFile]);
    return { key: await readFile(keyFile, 'utf8'), cert: await readFile(certFile, 'utf8') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
