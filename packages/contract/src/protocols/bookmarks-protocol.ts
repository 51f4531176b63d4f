/** Maximum length of a bookmark's note in characters, which the screen counts and the server checks. */
export const maxBookmarkNote = 500;
