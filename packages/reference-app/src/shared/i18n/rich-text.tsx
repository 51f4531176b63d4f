import { Fragment } from 'react';
import type { ReactNode } from 'react';

/** A piece of a message: plain text, or text between `<name>` and `</name>`. */
export interface RichPiece {
  readonly tag: string | null;
  readonly text: string;
}

/** Splits a message with simple, unnested tags into pieces. */
export function splitRichText(message: string): readonly RichPiece[] {
  const pieces: RichPiece[] = [];
  let end = 0;
  for (const match of message.matchAll(/<(\w+)>(.*?)<\/\1>/g)) {
    if (match.index > end) pieces.push({ tag: null, text: message.slice(end, match.index) });
    pieces.push({ tag: match[1] ?? null, text: match[2] ?? '' });
    end = match.index + match[0].length;
  }
  if (end < message.length) pieces.push({ tag: null, text: message.slice(end) });
  return pieces;
}

/** A translated sentence with links or code in it: `parts` renders each tag. Never parses HTML. */
export function RichText({ message, parts }: { message: string; parts: Readonly<Record<string, (text: string) => ReactNode>> }): ReactNode {
  return splitRichText(message).map((piece, index) => {
    const render = piece.tag === null ? undefined : parts[piece.tag];
    return <Fragment key={index}>{render ? render(piece.text) : piece.text}</Fragment>;
  });
}
