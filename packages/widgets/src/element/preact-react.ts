/** What the components use of React, from Preact: in the elements' build the name `react` means this file. No compat layer, 4 KB less. */
export { createContext, Fragment } from 'preact';
export { useCallback, useContext, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
