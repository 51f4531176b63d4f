/** User-Agent Client Hints; Chromium has them. */
interface UserAgentData {
  getHighEntropyValues(hints: readonly string[]): Promise<{ readonly model?: string }>;
}

/** What a phone calls itself: `Pixel 4` where the browser tells, `iPhone` where only the kind is known, null for anything else. */
export async function phoneModel(browser: Pick<Navigator, 'userAgent'> & { readonly userAgentData?: UserAgentData }): Promise<string | null> {
  const told = await browser.userAgentData?.getHighEntropyValues(['model']).catch(() => null);
  const model = told?.model?.trim().slice(0, 100);
  if (model) return model;
  return /\b(iPhone|iPad)\b/.exec(browser.userAgent)?.[1] ?? null;
}
