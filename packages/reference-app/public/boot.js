// Runs before the first paint, so that neither the colours nor the language flash. Keys as in src/shared/browser/theme.ts.
(function () {
  var root = document.documentElement;
  // As in src/shared/browser/storage.ts: servers under different paths of one origin have their own values.
  var base = document.querySelector('meta[name="watchpost:base"]');
  var prefix = 'watchpost:' + ((base ? base.content : '') + '/').slice(1);
  var saved = function (key) {
    try {
      return localStorage.getItem(prefix + key);
    } catch {
      return null; // storage is switched off
    }
  };
  var theme = saved('theme');
  var dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  document.querySelector('meta[name="theme-color"]').content = dark ? '#0F1413' : '#FCFDFC';
  var locale =
    saved('locale') ||
    (navigator.languages || [])
      .map(function (tag) {
        return tag.slice(0, 2).toLowerCase();
      })
      .find(function (tag) {
        return tag === 'en' || tag === 'ru';
      });
  if (locale === 'ru' || locale === 'en') root.lang = locale;
  // Older browsers lack the colours, or when a frame is on the screen: e2e/support/browsers/oldest-versions.ts.
  var isOld = !window.CSS || !CSS.supports('color', 'light-dark(red, red)') || !('requestVideoFrameCallback' in HTMLVideoElement.prototype);
  if (isOld)
    document.addEventListener('DOMContentLoaded', function () {
      var note = document.createElement('p');
      note.setAttribute('role', 'status');
      note.style.cssText = 'margin:0;padding:12px 16px;background:#fff;color:#111;font:16px/24px sans-serif';
      note.textContent =
        root.lang === 'ru'
          ? 'Этот браузер слишком старый: страницы и видео могут показываться неправильно. Обновите его или откройте Watchpost в Chrome или Edge 123, Safari 17.5, Firefox 132 или новее.'
          : 'This browser is too old: pages and video may not look as they should. Update it, or open Watchpost in Chrome or Edge 123, Safari 17.5, Firefox 132, or newer.';
      document.body.insertBefore(note, document.body.firstChild);
    });
  // The same app under the same id; only its words differ.
  if (locale === 'ru') {
    var manifest = document.querySelector('link[rel="manifest"]');
    manifest.href = manifest.href.replace('manifest.en', 'manifest.ru');
  }
})();
