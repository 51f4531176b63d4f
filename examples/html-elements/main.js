// Registers <watchpost-camera>. Import '@watchpost/widgets/elements' instead to get the class and register it yourself.
import '@watchpost/widgets/define/camera';

const query = new URLSearchParams(location.search);
const camera = document.querySelector('watchpost-camera');
camera.setAttribute('timeline', '');
camera.setAttribute('server', query.get('server') ?? 'http://localhost:8080');
camera.setAttribute('camera-id', query.get('camera') ?? '');
camera.setAttribute('token', location.hash.slice(1));

document.querySelector('#earlier').addEventListener('click', () => camera.setAttribute('time', String(Date.now() - 60_000)));
document.querySelector('#live').addEventListener('click', () => camera.setAttribute('time', 'live'));
camera.addEventListener('watchpost-state', ({ detail }) => (document.querySelector('output').value = detail.kind));
