/** Answer header of a picture that was made on request: when it was taken, Unix milliseconds by the server's clock. */
export const takenAtHeader = 'Taken-At';
