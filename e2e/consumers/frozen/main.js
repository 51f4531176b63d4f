import '@watchpost/widgets/define/camera';
import '@watchpost/widgets/define/video-wall';

const query = new URLSearchParams(location.search);
const camera = document.createElement('watchpost-camera');
camera.setAttribute('server', query.get('server'));
camera.setAttribute('camera-id', query.get('camera'));
camera.setAttribute('token', location.hash.slice(1));
camera.setAttribute('timeline', '');
document.body.append(camera);
