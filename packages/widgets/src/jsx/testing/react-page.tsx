// Compiled, never run: valid code of a React page, and the mistakes that the compiler finds.
import type { JSX } from 'react';
import { CameraPlayer } from '../../react.ts';
import { VideoWall } from '../../video-wall.ts';
import type {} from '../react.ts';

export function Page({ token }: { readonly token: string }): JSX.Element {
  return (
    <>
      <watchpost-camera
        camera-id="yard"
        server="https://cams.example"
        token={token}
        muted={false}
        time="live"
        className="wide"
        onwatchpost-state={({ detail }) => detail.cameraId}
      >
        <b slot="overlay">Gate 2</b>
      </watchpost-camera>
      <watchpost-video-wall layout="9" cycle-seconds={30} tokens={{ yard: token }} ref={(wall) => void wall?.arrangement} />
      <CameraPlayer cameraId="yard" className="wide" overlay={<b>Gate 2</b>} />
      <VideoWall
        className="wide"
        cameras={null}
        arrangement={{ layout: 'auto', cameraIds: [], cycleSeconds: 0 }}
        onStateChange={(cameraId, { kind }) => `${cameraId} ${kind}`}
      />
      {/* @ts-expect-error -- an unknown transport */}
      <watchpost-camera camera-id="yard" transport="rtsp" />
      {/* @ts-expect-error -- an attribute of the other element */}
      <watchpost-video-wall token={token} />
    </>
  );
}
