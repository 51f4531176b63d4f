import { signal } from '@preact/signals-react';

/** How much is to be reviewed, for the navigation: it is counted after the first screen has been shown. */
export const unseenStretches = signal(0);
