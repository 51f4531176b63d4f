/** Response header of a snapshot: when it was taken, Unix milliseconds by the server's clock. */
export const takenAtHeader = 'Taken-At';
