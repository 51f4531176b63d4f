/** A clip, and where in it to seek. */
interface ClipToSeek {
  readonly url: string;
  readonly token: string | null;
  /** Seconds, and how wide the picture is there. */
  readonly seeks: readonly (readonly [time: number, width: number])[];
  /** From where it is played until the picture is as wide, too. */
  readonly played: readonly [time: number, width: number];
}

/** The widths that a page has seen. */
interface SoughtClip {
  readonly widths: readonly number[];
  readonly played: number;
  readonly error: string | null;
}

/** Runs in a page of the server, in every engine: seeks in a clip, forwards and back, and plays on. */
export async function seekInClip(clip: ClipToSeek): Promise<SoughtClip> {
  const answer = await fetch(clip.url, { headers: { authorization: `Bearer ${clip.token}` } });
  if (!answer.ok) throw new Error(`The clip was answered with ${answer.status}.`);
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  document.body.append(video);
  const at = (event: string): Promise<void> =>
    new Promise((resolve, reject) => {
      video.addEventListener(event, () => resolve(), { once: true });
      video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true });
    });
  /** Some engines know the new size only a moment after the seek. */
  const widthOnce = async (width: number): Promise<number> => {
    for (let look = 0; look < 200 && video.videoWidth !== width; look += 1) await new Promise((resolve) => setTimeout(resolve, 50));
    return video.videoWidth;
  };
  const loaded = at('loadeddata');
  video.src = URL.createObjectURL(await answer.blob());
  await loaded;
  const widths: number[] = [];
  for (const [time, width] of clip.seeks) {
    const arrived = at('seeked');
    video.currentTime = time;
    await arrived;
    widths.push(await widthOnce(width));
  }
  const [from, width] = clip.played;
  const arrived = at('seeked');
  video.currentTime = from;
  await arrived;
  await video.play();
  return { widths, played: await widthOnce(width), error: video.error?.message ?? null };
}

/** The seeks of a clip whose picture becomes twice as large after 20.5 s; its key frames are a second apart: between them, and in the middle of segments. */
export const seeksAcrossTheChange: Pick<ClipToSeek, 'seeks' | 'played'> = {
  seeks: [
    [2, 320],
    [25.5, 640],
    [39, 640],
    [30.2, 640],
    [12.4, 320],
    [19.5, 320],
    [22.7, 640],
    [1, 320],
  ],
  played: [19, 640],
};

/** What all of them have shown. */
export const soughtAcrossTheChange: SoughtClip = {
  widths: seeksAcrossTheChange.seeks.map(([, width]) => width),
  played: seeksAcrossTheChange.played[1],
  error: null,
};
