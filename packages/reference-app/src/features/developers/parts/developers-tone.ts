/** The look of a badge. */
export type Tone = 'neutral' | 'accent' | 'warning' | 'danger';
