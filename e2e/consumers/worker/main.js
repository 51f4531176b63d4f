// The page shows what its worker reports, and has no client itself.
const worker = new Worker('./worker.js', { type: 'module' });
worker.onmessage = ({ data }) => (document.querySelector('output').textContent = JSON.stringify(data));
worker.onerror = ({ message }) => (document.querySelector('output').textContent = message);
const query = new URLSearchParams(location.search);
worker.postMessage({ server: query.get('server'), cameraId: query.get('camera'), token: location.hash.slice(1) });
