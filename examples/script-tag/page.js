// In a real page the server and the camera are plain attributes and your backend writes the token into the page:
//   <script type="module" src="https://cameras.example/embed/v1/watchpost.js"></script>
//   <watchpost-camera server="https://cameras.example" camera-id="…" token="…"></watchpost-camera>
// The example takes them from its own address, so that it works with any server: ?server=…&camera=…#token
const query = new URLSearchParams(location.search);
const server = query.get('server') ?? 'http://localhost:8080';
const camera = document.querySelector('watchpost-camera');
camera.setAttribute('server', server);
camera.setAttribute('camera-id', query.get('camera') ?? '');
camera.setAttribute('token', location.hash.slice(1));

// A minute before the token ends, ask your own backend for the next one. It may be replaced at any time.
camera.addEventListener('watchpost-token-expiring', () => console.info('The token ends soon: set a new one.'));

await import(/* @vite-ignore */ new URL('/embed/v1/watchpost.js', server).href);
