/** Whether this platform knows the IANA time zone. Offsets (`+05:30`) and `Etc/Unknown` are not accepted. */
export function isIanaTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}
