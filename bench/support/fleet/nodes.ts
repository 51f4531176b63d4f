import { openDatabase, type Db } from '../../../packages/server/src/db/database.ts';
import { startS3Server } from '../../../packages/server/src/testing/object-store/s3-server.ts';
import { mailedCodes, type Product } from '../../../e2e/support/product.ts';
import { findTools } from '../../../tooling/lib/find-tools.ts';
import { startPostgres } from '../../../tooling/lib/postgres.ts';
import { startServer } from '../server.ts';

/** Media nodes that share PostgreSQL and an S3 server. */
export interface Fleet {
  readonly db: Db;
  /** All nodes; one that was killed stays in the list. */
  readonly nodes: readonly FleetNode[];
  /** What each node needs, and each program that queues work for them. */
  readonly secret: string;
  /** The node that holds a camera now; null for none. */
  holderOf(cameraId: string): Promise<FleetNode | null>;
  stop(): Promise<void>;
}

export interface FleetNode {
  readonly id: string;
  readonly product: Product;
}

export const fleetOwner = 'bench@example.test';
const metricsToken = 'scraper-of-the-bench';
const secret = 'the same on every node of the bench, 32 characters';

export async function startFleet(count: number): Promise<Fleet> {
  const initdb = (await findTools()).find(({ name }) => name === 'postgresql')?.path ?? null;
  if (initdb === null) throw new Error('The bench needs PostgreSQL: apt-get install postgresql.');
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  try {
    const postgres = await startPostgres(initdb);
    stops.push(postgres.stop);
    const s3 = await startS3Server();
    stops.push(s3.remove);
    const { endpoint, bucket, region, accessKey, secretKey } = s3.settings;
    const products: Product[] = [];
    // One after another: the first one creates the tables.
    for (let index = 1; index <= count; index += 1) {
      const product = await startServer({
        DATABASE_URL: postgres.url,
        WATCHPOST_SECRET: secret,
        WATCHPOST_ROLES: 'api,media,jobs',
        WATCHPOST_NODE_NAME: `node ${index}`,
        // An operator adds cameras as fast as they like.
        WATCHPOST_OPERATORS: fleetOwner,
        WATCHPOST_TRUSTED_PROXIES: 'loopback',
        WATCHPOST_ALLOW_LOOPBACK_SOURCES: '1',
        WATCHPOST_METRICS_TOKEN: metricsToken,
        WATCHPOST_S3_ENDPOINT: endpoint,
        WATCHPOST_S3_BUCKET: bucket,
        WATCHPOST_S3_REGION: region,
        WATCHPOST_S3_ACCESS_KEY: accessKey,
        WATCHPOST_S3_SECRET_KEY: secretKey,
      });
      stops.push(product.dispose);
      products.push(product);
    }
    const db = openDatabase({ kind: 'postgres', url: postgres.url });
    stops.push(() => db.destroy());
    const rows = await db.selectFrom('nodes').select(['id', 'address']).execute();
    const nodes = products.map((product) => {
      const row = rows.find(({ address }) => address === product.url);
      if (!row) throw new Error(`${product.url} is no node.`);
      return { id: row.id, product };
    });
    return {
      db,
      nodes,
      secret,
      holderOf: async (cameraId) => {
        const lease = await db.selectFrom('camera_leases').select('node_id').where('camera_id', '=', cameraId).executeTakeFirst();
        return nodes.find(({ id }) => id === lease?.node_id) ?? null;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A node to sign in at: its codes are in the outbox of whichever node sent them. */
export function signInPlace({ nodes }: Pick<Fleet, 'nodes'>): Product {
  const [first] = nodes;
  if (!first) throw new Error('There is no node.');
  return {
    ...first.product,
    pid: first.product.pid,
    code: (email, options) => Promise.any(nodes.map(({ product }) => mailedCodes(product.dataDir)(email, options))),
  };
}

/** Reads one counter of a node, summed over its labels that match. */
export async function readCounter({ product }: FleetNode, name: string, labels = ''): Promise<number> {
  const answer = await fetch(`${product.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const lines = (await answer.text()).split('\n').filter((line) => line.startsWith(name) && line.includes(labels));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1) ?? 0), 0);
}
