import type { LocalCameraAnswer, LocalCameraRequest } from './local-camera-messages.ts';

// The server sends this file with its own policy, which allows only requests to port 7654. It recognizes the file by its name.
addEventListener('message', ({ data: { url, init } }: MessageEvent<LocalCameraRequest>) => {
  void ask(url, init).then((answer) => postMessage(answer));
});

async function ask(url: string, init: RequestInit): Promise<LocalCameraAnswer> {
  try {
    const answer = await fetch(url, init);
    return { status: answer.status, body: await answer.text() };
  } catch {
    return null;
  }
}
