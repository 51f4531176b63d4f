import { systemClock } from '@watchpost/contract/timing/clock';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { AppError } from '../kernel/app-error.ts';
import { currentDatabaseWait, waitForDatabase, type DatabaseWait } from '../kernel/limits/database-wait.ts';

/**
 * Shorter than the maximum wait of a request: PostgreSQL itself cancels a query that waits for a lock, so nothing of it is executed after
 * the 503, and its connection stays usable.
 */
const requestStatementMs = 1200;
/** Background work waits longer, but not forever: a connection may be dead without a notice. */
const backgroundWaitMs = 60_000;
const connectMs = { request: 1500, background: 3000 };
const int8 = 20;

/**
 * Creates two pools for one database, so that background work that waits for a lock or a slow disk never occupies the connections of
 * requests.
 * @param onError receives errors between two queries, of idle and of borrowed connections
 */
export function createPostgresPool(url: string, onError: (error: Error) => void): PostgresPool {
  const create = (options: pg.PoolConfig): pg.Pool => {
    const pool = new pg.Pool({
      connectionString: url,
      keepAlive: true,
      types: {
        // All our integers are safe: milliseconds and minor units stay below 2^53.
        getTypeParser: (id: number, format?: 'text' | 'binary') => (id === int8 ? Number : pg.types.getTypeParser(id, format)),
      },
      ...options,
    });
    // The pool handles errors of idle clients only; an error of a borrowed one would end the process.
    pool.on('connect', (client) => client.on('error', onError));
    pool.on('error', () => undefined);
    return pool;
  };
  const requests = create({
    max: 10,
    connectionTimeoutMillis: connectMs.request,
    statement_timeout: requestStatementMs,
    idle_in_transaction_session_timeout: 2 * requestStatementMs,
  });
  const background = create({
    max: 5,
    connectionTimeoutMillis: connectMs.background,
    statement_timeout: backgroundWaitMs,
    idle_in_transaction_session_timeout: backgroundWaitMs,
  });

  /** Ends the connection, not only the wait: a pending query would delay the next one, and be executed after the 503. */
  const abandon = (client: pg.PoolClient): void => {
    const { processID }: PostgresPoolClient = client;
    void client.end();
    background.query('select pg_cancel_backend($1)', [processID]).catch(() => undefined);
  };

  return {
    options: {},
    connect: async () => {
      const wait = currentDatabaseWait();
      const connecting = (wait ? requests : background).connect();
      try {
        return lend(await waitForDatabase(connecting), { wait, abandon });
      } catch (error) {
        // A connection that arrives too late goes back to the pool.
        void connecting.then(
          (client) => client.release(),
          () => undefined,
        );
        return refuse(error);
      }
    },
    end: async () => void (await Promise.all([requests.end(), background.end()])),
  };
}

interface Terms {
  /** Null for background work. */
  readonly wait: DatabaseWait | null;
  readonly abandon: (client: pg.PoolClient) => void;
}

/** Wraps a client so that each of its queries ends in time. */
function lend(client: pg.PoolClient, { wait, abandon }: Terms): PostgresPoolClient {
  const plain: PostgresPoolClient = client;
  const inTime = async <R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
    const done = wait?.begin();
    const cancel = systemClock.after(wait && !wait.isOver ? Math.max(0, wait.leftMs) : backgroundWaitMs, () => abandon(client));
    try {
      return await plain.query<R>(text, parameters);
    } catch (error) {
      return refuse(error);
    } finally {
      cancel();
      done?.();
    }
  };
  function query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query<R>(
    text: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    return typeof text === 'string' ? inTime<R>(text, parameters) : plain.query(text);
  }
  return { query, release: (isBroken) => client.release(isBroken) };
}

/**
 * Converts an error of the database. @throws {AppError} unavailable when the database is unreachable or too slow, so the caller may retry;
 * any other error unchanged
 */
function refuse(error: unknown): never {
  throw isUnavailable(error) ? new AppError('unavailable', { retryAfter: 2, cause: error }) : error;
}

/** Shutdown or start (57P0x), too many clients (53300), a broken connection (08xxx), cancelled by a timeout (57014, 25P03). */
const unavailableStates = /^(57P0\d|57014|53300|25P03|25P04|08\w{3})$/;

function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return unavailableStates.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  // System errors: refused, reset, no such host.
  if ('syscall' in error || ('code' in error && error.code === 'ECONNRESET')) return true;
  return /^(timeout expired|timeout exceeded when trying to connect|Connection terminated|Client (has encountered|was closed))/.test(
    error.message,
  );
}
