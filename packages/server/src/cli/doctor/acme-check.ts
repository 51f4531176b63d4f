import { createAcmeStore, describeCertificate } from '../../app/acme/acme-store.ts';
import type { ServerConfig } from '../../kernel/config.ts';
import { redact } from '../../kernel/log.ts';
import type { AcmeSettings } from '../../kernel/network/acme-settings.ts';
import { ok, warning, type Finding } from './finding.ts';

const day = 86_400_000;

/**
 * Says how it stands with the certificate that the server obtains itself.
 * @param now Unix milliseconds
 */
export async function examineAcme(
  { dataDir, port }: Pick<ServerConfig, 'dataDir' | 'port'>,
  { domains }: AcmeSettings,
  now: number,
): Promise<Finding> {
  const store = createAcmeStore(dataDir);
  const certificate = await store.readCertificate();
  const { failures, problem } = await store.readState();
  const names = domains.join(', ');
  const attempts = `${failures} failed ${failures === 1 ? 'attempt' : 'attempts'}, the last one: ${redact(problem ?? 'no reason given')}`;
  const remedy = `Look at what the authority says. It must reach http://${domains[0] ?? ''}/ at port 80, which leads to PORT (${port}) of this server. The server tries again at least twice a day, and after a restart.`;
  if (certificate === null)
    return failures === 0
      ? ok(`for ${names}, obtained once the server runs`)
      : warning('certificate-not-issued', {
          what: `no certificate for ${names} after ${attempts}`,
          why: 'Without one, HTTPS does not answer.',
          remedy,
        });
  const { validTo } = describeCertificate(certificate);
  const left = Math.trunc((validTo - now) / day);
  if (failures > 0)
    return warning('certificate-not-renewed', {
      what: `the certificate for ${names} was not renewed: ${attempts}`,
      why: validTo < now ? `Browsers refuse it: it expired ${Math.abs(left)} days ago.` : `Browsers refuse it in ${left} days.`,
      remedy,
    });
  if (validTo < now)
    return warning('certificate-expired', {
      what: `the certificate for ${names} expired ${Math.abs(left)} days ago`,
      why: 'Browsers refuse it.',
      remedy: 'Start the server, which renews it.',
    });
  return ok(`valid for ${left} days; the server renews it`);
}
