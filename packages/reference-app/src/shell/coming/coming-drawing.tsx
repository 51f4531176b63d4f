import type { ReactNode } from 'react';
import type { ComingDrawingName } from './coming-topics.ts';

/** The ring of the mark, filled with the page, in the one colour of the drawing. */
function Ring({ x, y, r = 7 }: { x: number; y: number; r?: number }): ReactNode {
  return <circle className="coming-ring" cx={x} cy={y} r={r} />;
}

/** One drawing for each kind of thing to come, all with the ring of the mark and the ruler under it. */
const drawings: Readonly<Record<ComingDrawingName, ReactNode>> = {
  wall: (
    <>
      <rect x="26" y="8" width="108" height="66" rx="7" />
      <path d="M62 8v66M98 8v66M26 30h108M26 52h108" />
      <path d="M64 86h32M80 74v12" />
      <Ring x={80} y={41} r={6} />
    </>
  ),
  link: (
    <>
      <path d="M62 32H46a16 16 0 0 0 0 32h16M98 32h16a16 16 0 0 1 0 32H98" />
      <path className="coming-accent" d="M58 48h44" />
      <Ring x={80} y={48} />
      <path d="M24 84h112M40 84v-5M60 84v-5M80 84v-5M100 84v-5M120 84v-5" />
    </>
  ),
  card: (
    <>
      <rect x="36" y="14" width="88" height="56" rx="8" />
      <path d="M36 30h88M48 56h22" />
      <Ring x={108} y={56} r={6} />
      <path d="M24 84h112M40 84v-5M60 84v-5M80 84v-5M100 84v-5M120 84v-5" />
    </>
  ),
  people: (
    <>
      <circle cx="52" cy="32" r="11" />
      <path d="M32 66a20 16 0 0 1 40 0z" />
      <circle cx="108" cy="32" r="11" />
      <path d="M88 66a20 16 0 0 1 40 0z" />
      <path d="M24 84h112M40 84v-5M60 84v-5M80 84v-5M100 84v-5M120 84v-5" />
      <path className="coming-accent" d="M66 46h28" />
      <Ring x={80} y={46} r={6} />
    </>
  ),
  shapes: (
    <>
      <circle cx="34" cy="36" r="12" />
      <path d="M60 28h26v17H60zM118 22l14 25h-28z" />
      <path d="M16 62h128M32 62v-5M52 62v-5M72 62v-5M92 62v-5M112 62v-5M132 62v-5" />
      <path className="coming-accent" d="M96 69v17" />
      <Ring x={96} y={62} />
    </>
  ),
  bubble: (
    <>
      <path d="M40 12h80a10 10 0 0 1 10 10v34a10 10 0 0 1-10 10H72L54 80V66H40a10 10 0 0 1-10-10V22a10 10 0 0 1 10-10z" />
      <path d="M48 48h40M48 34h26" />
      <Ring x={108} y={34} r={6} />
    </>
  ),
};

export function ComingDrawing({ name }: { name: ComingDrawingName }): ReactNode {
  return (
    <svg className="coming-drawing" width="160" height="96" viewBox="0 0 160 96" aria-hidden="true">
      {drawings[name]}
    </svg>
  );
}
