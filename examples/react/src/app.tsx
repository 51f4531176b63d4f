import { useState } from 'react';
import { CameraPlayer } from '@watchpost/widgets/react';

export function App({ cameraId }: { readonly cameraId: string }) {
  const [time, setTime] = useState<number | 'live'>('live');
  const [shown, setShown] = useState(true);
  return (
    <main>
      {shown && <CameraPlayer cameraId={cameraId} time={time} onTimeChange={setTime} timeline />}
      <p>
        <button onClick={() => setTime(Date.now() - 60_000)}>A minute ago</button> <button onClick={() => setTime('live')}>Live</button>{' '}
        <button onClick={() => setShown(!shown)}>{shown ? 'Hide' : 'Show'}</button>
      </p>
    </main>
  );
}
