/**
 * The minimum work of a Fastify server for a request: read a JSON body, answer with one of a session's size. Any time above it is the product's cost.
 * Usage: node bare-route.ts; prints `ready PORT`.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import fastify from 'fastify';

const app = fastify();
const delay = monitorEventLoopDelay({ resolution: 20 });
delay.enable();
const token = (bytes: number): string => 'x'.repeat(bytes);
const answer = {
  access_token: token(160),
  refresh_token: token(120),
  expires_in: 900,
  customer_id: `cus_${token(22)}`,
  email: 'user@example.test',
  analytics_id: token(22),
};

app.post('/', async (request) => (request.body === null ? {} : answer));
app.get('/metrics', async () => {
  const p99 = delay.percentile(99) / 1e9;
  delay.reset();
  return `watchpost_event_loop_delay_seconds{quantile="0.99"} ${p99}\n`;
});
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`ready ${new URL(address).port}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
