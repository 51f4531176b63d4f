import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Pkcs10CertificateRequest,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { webcrypto } from 'node:crypto';

/** The part of an authority that signs: a root, which clients trust, and what it has signed with. */
interface TestIssuer {
  /** PEM. */
  readonly root: string;
  /**
   * Signs what a request asks for, valid from an hour ago, as real authorities do.
   * @param request PKCS #10, DER
   * @param names all the names that it must ask for, and no other
   * @returns the certificate and its chain, PEM; or what is wrong with the request
   */
  issue(request: Uint8Array, names: readonly string[]): Promise<string | { readonly problem: string }>;
}

const hour = 3_600_000;
const year = 365 * 24 * hour;
const subjectAltName = '2.5.29.17';
const signing = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

interface TestIssuerOptions {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Of each certificate. */
  readonly lifetimeMs: number;
}

export async function createTestIssuer({ now, lifetimeMs }: TestIssuerOptions): Promise<TestIssuer> {
  const [rootKeys, keys] = await Promise.all([makeKeys(), makeKeys()]);
  const lasting = { notBefore: new Date(now() - year), notAfter: new Date(now() + 10 * year) };
  const authority = [
    new BasicConstraintsExtension(true, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
  ];
  const root = await X509CertificateGenerator.createSelfSigned(
    { name: 'CN=Test root', keys: rootKeys, signingAlgorithm: signing, extensions: authority, ...lasting },
    webcrypto,
  );
  const intermediate = await X509CertificateGenerator.create(
    {
      subject: 'CN=Test intermediate',
      issuer: root.subject,
      publicKey: keys.publicKey,
      signingKey: rootKeys.privateKey,
      signingAlgorithm: signing,
      extensions: authority,
      ...lasting,
    },
    webcrypto,
  );
  return {
    root: root.toString('pem'),
    issue: async (request, names) => {
      const asked = new Pkcs10CertificateRequest(request);
      if (!(await asked.verify(webcrypto))) return { problem: 'The request is not signed by its own key.' };
      const extension = asked.getExtension(subjectAltName);
      const found = extension ? new SubjectAlternativeNameExtension(extension.rawData).names.items : [];
      const wanted = found.map(({ type, value }) => `${type}:${value}`).toSorted();
      const ordered = names.map((name) => `dns:${name}`).toSorted();
      if (wanted.join(', ') !== ordered.join(', '))
        return { problem: `The request is for ${wanted.join(', ')}, the order for ${ordered.join(', ')}.` };
      const notBefore = now() - hour;
      const certificate = await X509CertificateGenerator.create(
        {
          subject: `CN=${names[0] ?? ''}`,
          issuer: intermediate.subject,
          publicKey: asked.publicKey,
          signingKey: keys.privateKey,
          signingAlgorithm: signing,
          notBefore: new Date(notBefore),
          notAfter: new Date(notBefore + lifetimeMs),
          extensions: [
            new BasicConstraintsExtension(false, undefined, true),
            new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
            new SubjectAlternativeNameExtension(
              names.map((value) => ({ type: 'dns' as const, value })),
              false,
            ),
          ],
        },
        webcrypto,
      );
      return `${certificate.toString('pem')}\n${intermediate.toString('pem')}\n`;
    },
  };
}

function makeKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
}
