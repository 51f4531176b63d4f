// hls.js ships one declaration file for both of its builds.
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
