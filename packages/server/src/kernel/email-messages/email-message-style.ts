/** The product's colours (widgets/src/theme/surface-tokens.css) in a form that mail programs support. */
const light = { canvas: '#F3F6F5', card: '#FFFFFF', line: '#DDE4E2', ink: '#111918', quiet: '#4B5856', accent: '#006B70', soft: '#E0F1F0' };
const dark = { canvas: '#0B0F0E', card: '#171E1D', line: '#2B3533', ink: '#EAF0EE', quiet: '#A9B6B3', accent: '#62D2CB', soft: '#12302F' };

const font = "font-family:Inter,system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

/** Inline styles, because many mail programs drop style sheets. */
export const partStyle: Readonly<
  Record<
    | 'body'
    | 'preview'
    | 'brand'
    | 'dot'
    | 'card'
    | 'heading'
    | 'text'
    | 'code'
    | 'fact'
    | 'label'
    | 'quote'
    | 'line'
    | 'link'
    | 'note'
    | 'picture',
    string
  >
> = {
  body: `margin:0;padding:0;background:${light.canvas};${font}`,
  /** The text that a list of e-mail messages shows next to the subject. */
  preview: 'display:none;max-height:0;overflow:hidden;opacity:0',
  brand: `padding:0 4px 16px;font-size:16px;line-height:24px;font-weight:600;color:${light.ink};${font}`,
  dot: `color:${light.accent}`,
  card: `padding:32px 32px 24px;background:${light.card};border:1px solid ${light.line};border-radius:12px;${font}`,
  heading: `margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600;color:${light.ink}`,
  text: `margin:0 0 16px;font-size:16px;line-height:24px;color:${light.ink}`,
  // The padding on the left compensates for the spacing after the last digit, so that the code is centered.
  code: `margin:0 0 16px;padding:16px 0 16px 8px;background:${light.soft};border-radius:8px;text-align:center;font-size:32px;line-height:40px;font-weight:600;letter-spacing:8px;color:${light.accent}`,
  fact: `margin:0 0 12px;font-size:16px;line-height:24px;color:${light.ink};overflow-wrap:anywhere`,
  label: `font-size:13px;line-height:20px;color:${light.quiet}`,
  quote: `margin:0 0 16px;padding:12px 16px;background:${light.canvas};border-radius:8px;font-size:16px;line-height:24px;color:${light.ink};overflow-wrap:anywhere`,
  line: 'margin:0 0 16px;font-size:16px;line-height:24px',
  link: `color:${light.accent};font-weight:600`,
  picture: 'display:block;width:100%;max-width:414px;height:auto;border-radius:8px',
  note: `margin:0 0 8px;font-size:13px;line-height:20px;color:${light.quiet}`,
};

/** The dark theme, for mail programs that keep style sheets. */
export const emailMessageStyle: string = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (prefers-color-scheme:dark){',
  `.wp-body{background:${dark.canvas}!important}`,
  `.wp-card{background:${dark.card}!important;border-color:${dark.line}!important}`,
  `.wp-ink,.wp-brand{color:${dark.ink}!important}`,
  `.wp-quiet{color:${dark.quiet}!important}`,
  `.wp-link,.wp-dot{color:${dark.accent}!important}`,
  `.wp-code{background:${dark.soft}!important;color:${dark.accent}!important}`,
  `.wp-quote{background:${dark.canvas}!important;color:${dark.ink}!important}`,
  '}',
].join('');

/** Escapes a text for HTML, in elements and in quoted attributes. */
export function escapeHtml(text: string): string {
  // Half the time of one expression with a function, for a text that is nothing else.
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}
