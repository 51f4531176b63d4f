/**
 * Points of the latency graph for an SVG polyline; the newest is at the right edge, unknown values are left out.
 * The scale ends at twice the maximum, at least 500 ms: small jitter looks small.
 */
export function latencyLine(
  latencies: readonly (number | null)[],
  { width, height }: { readonly width: number; readonly height: number },
  capacity = 60,
): string {
  const top = Math.max(250, ...latencies.map((latency) => latency ?? 0)) * 2;
  const points = latencies.flatMap((latency, index) => {
    if (latency === null) return [];
    const x = width - ((latencies.length - 1 - index) * width) / (capacity - 1);
    return [`${x.toFixed(1)},${(height - (latency / top) * height).toFixed(1)}`];
  });
  return points.length < 2 ? '' : points.join(' ');
}
