/** A page of a partner with nothing but the checkout's tag, as the guide states it. */
interface PartnerPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The strictest policy that the checkout works under: docs/guide/checkout.md. No style sheet, no picture but the page's icon, no markup from strings. */
export const checkoutPolicy: string =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";

/** @param attributes of the element, as HTML */
export function partnerPage(attributes: string, lang: 'en' | 'ru' = 'en'): PartnerPage {
  const title = lang === 'ru' ? 'Дом и двор' : 'House and yard';
  return {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': checkoutPolicy },
    body: [
      `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">`,
      `<title>${title}</title><script type="module" src="/embed/watchpost-checkout.js"></script>`,
      `<main><h1>${title}</h1><watchpost-checkout ${attributes}></watchpost-checkout></main></html>`,
    ].join(''),
  };
}
