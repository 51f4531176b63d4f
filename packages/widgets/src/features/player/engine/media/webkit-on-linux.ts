/**
 * WebKit on Linux: GNOME Web, Tauri. It seeks in the page's thread: while the first picture is on its way through GStreamer, one seek in four
 * leaves the picture frozen for good, and while only one of two tracks has come through, the page hangs (WebKit bug 272975).
 */
export function isWebKitOnLinux(): boolean {
  return navigator.vendor.startsWith('Apple') && /\bLinux\b/.test(navigator.userAgent);
}
