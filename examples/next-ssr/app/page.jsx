import { CameraList } from './camera-list.jsx';
import { watchpost, watchpostUrl } from './watchpost.js';

// The list is as of this request.
export const dynamic = 'force-dynamic';

/** Rendered on the server: the titles are in the HTML, the pictures come in the browser. */
export default async function Page() {
  const cameras = await watchpost().cameras.list();
  return (
    <main>
      <h1>Our shop, right now</h1>
      <CameraList server={watchpostUrl} cameras={cameras.map(({ id, title }) => ({ id, title }))} />
    </main>
  );
}
