/** @jsxImportSource preact */
// Compiled, never run: valid code of a Preact page, and the mistakes that the compiler finds.
import type { VNode } from 'preact';
import type {} from '../preact.ts';

export function Page({ token }: { readonly token: string }): VNode {
  return (
    <>
      <watchpost-camera
        camera-id="yard"
        server="https://cams.example"
        token={token}
        muted={false}
        time={5}
        class="wide"
        onwatchpost-quality={({ detail }) => detail.type}
      />
      <watchpost-video-wall layout="9" cycle-seconds={30} tokens={{ yard: token }} />
      {/* @ts-expect-error -- an unknown transport */}
      <watchpost-camera camera-id="yard" transport="rtsp" />
    </>
  );
}
