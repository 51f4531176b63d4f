import { PostgresAdapter, sql } from 'kysely';
import type { Db } from '../../database.ts';

/** A row as it was inserted, by column. */
export type SeededRow = Readonly<Record<string, string | number>>;

interface Column {
  readonly name: string;
  readonly type: string;
}

interface Reference {
  readonly table: string;
  readonly column: string;
  readonly parent: string;
  readonly parentColumn: string;
}

/** Tables with their columns at one moment, and what refers to what. */
export interface SchemaState {
  readonly tables: ReadonlyMap<string, readonly Column[]>;
  readonly references: readonly Reference[];
}

export async function readSchema(db: Db): Promise<SchemaState> {
  const tables = await db.introspection.getTables();
  return {
    tables: new Map(
      tables
        .filter(({ isView }) => !isView)
        .map(({ name, columns }) => [name, columns.map((column) => ({ name: column.name, type: column.dataType.toLowerCase() }))]),
    ),
    references: await readReferences(db),
  };
}

async function readReferences(db: Db): Promise<readonly Reference[]> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const query = isPostgres
    ? sql<Reference>`
        select c.conrelid::regclass::text as "table", child.attname as "column", c.confrelid::regclass::text as "parent",
          parent.attname as "parentColumn"
        from pg_constraint c
        cross join lateral unnest(c.conkey, c.confkey) as keys(child, parent)
        join pg_attribute child on child.attrelid = c.conrelid and child.attnum = keys.child
        join pg_attribute parent on parent.attrelid = c.confrelid and parent.attnum = keys.parent
        where c.contype = 'f'`
    : sql<Reference>`
        select m.name as "table", k."from" as "column", k."table" as "parent", k."to" as "parentColumn"
        from sqlite_master m join pragma_foreign_key_list(m.name) k
        where m.type = 'table'`;
  const { rows } = await query.execute(db);
  return rows;
}

/** Inserts rows whose values are all different, so that no constraint but a reference is in their path. */
export function createSeeder(): {
  /**
   * Inserts a row into every table.
   * @param schema as it may have been before the last migration: its columns alone are filled
   * @returns the rows by table, and what the database said where it refused one
   */
  seed(
    db: Db,
    schema: SchemaState,
  ): Promise<{ readonly rows: ReadonlyMap<string, SeededRow>; readonly refused: ReadonlyMap<string, string> }>;
} {
  let last = 0;
  const valueOf = ({ name, type }: Column): string | number => {
    last += 1;
    if (type.includes('int')) return last;
    return type.includes('text') || type.includes('char') ? `${name}-${last}` : last + 0.5;
  };
  return {
    seed: async (db, { tables, references }) => {
      const rows = new Map<string, SeededRow>();
      const refused = new Map<string, string>();
      for (const table of parentsFirst([...tables.keys()], references)) {
        const row: Record<string, string | number> = {};
        for (const column of tables.get(table) ?? []) row[column.name] = valueOf(column);
        for (const reference of references.filter((each) => each.table === table)) {
          const target = reference.parent === table ? row : rows.get(reference.parent);
          const value = target?.[reference.parentColumn];
          if (value !== undefined) row[reference.column] = value;
        }
        try {
          await insert(db, table, row);
          rows.set(table, row);
        } catch (error) {
          refused.set(table, error instanceof Error ? error.message : String(error));
        }
      }
      return { rows, refused };
    },
  };
}

async function insert(db: Db, table: string, row: SeededRow): Promise<void> {
  const columns = Object.keys(row).map((column) => sql.ref(column));
  await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(Object.values(row))})`.execute(db);
}

function parentsFirst(tables: readonly string[], references: readonly Reference[]): readonly string[] {
  const sorted: string[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const waits = (table: string): boolean =>
      references.some((each) => each.table === table && each.parent !== table && left.includes(each.parent));
    const ready = left.filter((table) => !waits(table));
    // Tables in a ring: one of them begins.
    const next = ready.length > 0 ? ready : left.slice(0, 1);
    sorted.push(...next);
    left = left.filter((table) => !next.includes(table));
  }
  return sorted;
}
