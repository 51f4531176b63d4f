/** Returns two initials for a user: "anna.k@northgate.ru" → "AK". */
export function initials(email: string): string {
  const parts = (email.split('@')[0] ?? '').split(/[._+-]+/).filter(Boolean);
  const letters = parts.length > 1 ? parts.slice(0, 2).map((part) => [...part][0]) : [...(parts[0] ?? '?')].slice(0, 2);
  return letters.join('').toUpperCase();
}
