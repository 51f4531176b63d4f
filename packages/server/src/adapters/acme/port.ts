/** What an authority is asked for. */
interface CertificateOrder {
  readonly domains: readonly string[];
  /** Where it writes about the account; null for nowhere. */
  readonly email: string | null;
  /** Address of its directory. */
  readonly directoryUrl: string;
  /** The account's private key, PEM. */
  readonly accountKey: string;
  /**
   * Lets this server answer `http://{domain}/.well-known/acme-challenge/{token}` with a text.
   * @returns a function that ends it
   */
  publish(token: string, text: string): () => void;
}

/** In PEM. */
export interface ObtainedCertificate {
  /** The certificate, followed by its chain. */
  readonly cert: string;
  readonly key: string;
}

/** Certificates by ACME (RFC 8555). */
export interface CertificateAuthority {
  /** Obtains a certificate for a new key; or says in one line, without secrets, why there is none. */
  obtain(order: CertificateOrder): Promise<ObtainedCertificate | { readonly problem: string }>;
}
