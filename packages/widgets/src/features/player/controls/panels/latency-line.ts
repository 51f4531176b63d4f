/**
 * Points of a line through the last latencies, for an SVG polyline; the newest is at the right edge, unknown ones are left out.
 * The scale ends at twice the highest, at 500 ms at least: small jitter looks small.
 */
export function latencyLine(latencies: readonly (number | null)[], { width, height }: { readonly width: number; readonly height: number }, capacity = 60): string {
  const top = Math.max(250, ...latencies.map((latency) => latency ?? 0)) * 2;
  const points = latencies.flatMap((latency, index) => {
    if (latency === null) return [];
    const x = width - ((latencies.length - 1 - index) * width) / (capacity - 1);
    return [`${x.toFixed(1)},${(height - (latency / top) * height).toFixed(1)}`];
  });
  return points.length < 2 ? '' : points.join(' ');
}
