import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, type TransactionSettings } from 'kysely';
import { createMutex } from '../kernel/mutex.ts';

const maximumStatements = 256;

/**
 * Creates Kysely's driver for `node:sqlite`: one connection, so one writer; a query or a whole transaction holds a mutex. WAL with
 * synchronous NORMAL survives a killed process; a serializable transaction (money) also survives a power cut, because it runs with
 * synchronous FULL.
 * @param file path of the database file, or `:memory:`
 */
export function createSqliteDriver(file: string): Driver {
  const mutex = createMutex();
  const releases = new WeakMap<DatabaseConnection, () => void>();
  const isFull = new WeakSet<DatabaseConnection>();
  let database: DatabaseSync | undefined;

  const run = (sql: string): void => database?.exec(sql);
  const endTransaction = (connection: DatabaseConnection, how: 'commit' | 'rollback'): void => {
    try {
      run(how);
    } finally {
      if (isFull.delete(connection)) run('PRAGMA synchronous = NORMAL');
    }
  };

  return {
    init: async () => {
      database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 5000 });
      run('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -8000;');
    },
    acquireConnection: async () => {
      const release = await mutex.acquire();
      if (!database) throw new Error('The database is closed.');
      const connection = createConnection(database, statementsOf(database));
      releases.set(connection, release);
      return connection;
    },
    releaseConnection: async (connection) => releases.get(connection)?.(),
    beginTransaction: async (connection: DatabaseConnection, settings: TransactionSettings) => {
      if (settings.isolationLevel === 'serializable') {
        run('PRAGMA synchronous = FULL');
        isFull.add(connection);
      }
      run(settings.accessMode === 'read only' ? 'begin' : 'begin immediate');
    },
    commitTransaction: async (connection) => endTransaction(connection, 'commit'),
    rollbackTransaction: async (connection) => endTransaction(connection, 'rollback'),
    savepoint: async (connection, name) => void (await connection.executeQuery(CompiledQuery.raw(`savepoint "${name}"`))),
    rollbackToSavepoint: async (connection, name) => void (await connection.executeQuery(CompiledQuery.raw(`rollback to "${name}"`))),
    releaseSavepoint: async (connection, name) => void (await connection.executeQuery(CompiledQuery.raw(`release "${name}"`))),
    destroy: async () => {
      const release = await mutex.acquire();
      database?.close();
      database = undefined;
      release();
    },
  };
}

type Statements = (sql: string) => StatementSync;
const caches = new WeakMap<DatabaseSync, Statements>();

/** Caches the most used prepared statements of a database. */
function statementsOf(database: DatabaseSync): Statements {
  const known = caches.get(database);
  if (known) return known;
  const cache = new Map<string, StatementSync>();
  const statements: Statements = (sql) => {
    const statement = cache.get(sql) ?? database.prepare(sql);
    cache.delete(sql);
    cache.set(sql, statement);
    const oldest = cache.size > maximumStatements ? cache.keys().next().value : undefined;
    if (oldest !== undefined) cache.delete(oldest);
    return statement;
  };
  caches.set(database, statements);
  return statements;
}

function createConnection(database: DatabaseSync, statements: Statements): DatabaseConnection {
  return {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
      // Statements that change the schema are rare and must not stay prepared across the change.
      const statement = /^\s*(create|alter|drop|pragma)/i.test(sql) ? database.prepare(sql) : statements(sql);
      const values = parameters.map(toSqlite);
      if (statement.columns().length > 0) {
        // Kysely derived the row type from the query.
        const rows = statement.all(...values) as R[];
        return { rows };
      }
      const { changes, lastInsertRowid } = statement.run(...values);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    },
    streamQuery: () => {
      throw new Error('Streaming queries are not supported on SQLite here: page through the rows instead.');
    },
  };
}

function toSqlite(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' || value instanceof Uint8Array) return value;
  throw new TypeError(`A ${typeof value} can't be a parameter of a query: pass text, a number or bytes.`);
}
