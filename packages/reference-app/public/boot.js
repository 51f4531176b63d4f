// Runs before the first paint, so that neither the colours nor the language flash. Keys as in src/shared/browser/theme.ts.
(function () {
  var root = document.documentElement;
  var saved = function (key) {
    try {
      return localStorage.getItem('watchpost:' + key);
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
  // The same app under the same id; only its words differ.
  if (locale === 'ru') {
    var manifest = document.querySelector('link[rel="manifest"]');
    manifest.href = manifest.href.replace('manifest.en', 'manifest.ru');
  }
})();
