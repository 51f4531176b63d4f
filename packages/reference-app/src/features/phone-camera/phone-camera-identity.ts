/** User-Agent Client Hints, which Chromium implements. */
interface UserAgentData {
  getHighEntropyValues(hints: readonly string[]): Promise<{ readonly model?: string }>;
}

/** Returns the phone's model: `Pixel 4` if the browser reports it, `iPhone` if only the kind is known, null otherwise. */
export async function phoneModel(
  browser: Pick<Navigator, 'userAgent'> & { readonly userAgentData?: UserAgentData },
): Promise<string | null> {
  const values = await browser.userAgentData?.getHighEntropyValues(['model']).catch(() => null);
  const model = values?.model?.trim().slice(0, 100);
  if (model) return model;
  return /\b(iPhone|iPad)\b/.exec(browser.userAgent)?.[1] ?? null;
}
