import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the nodes of a cluster, the leases by which each camera is ingested by one of them, and whose disk has a segment. */
export const nodes: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('nodes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('roles', 'text', (column) => column.notNull())
      .addColumn('address', 'text')
      .addColumn('capacity', 'integer', (column) => column.notNull())
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('is_draining', 'integer', (column) => column.notNull())
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .addColumn('alive_until', 'bigint', (column) => column.notNull())
      .addColumn('lease_changes', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('nodes_alive').on('nodes').column('alive_until').execute();

    await db.schema
      .createTable('camera_leases')
      .addColumn('camera_id', 'text', (column) => column.primaryKey().references('cameras.id').onDelete('cascade'))
      .addColumn('node_id', 'text')
      .addColumn('fencing_token', 'bigint', (column) => column.notNull())
      .addColumn('next_node_id', 'text')
      .addColumn('weight', 'real', (column) => column.notNull())
      .addColumn('state', 'text')
      .addColumn('state_since', 'bigint')
      .addColumn('state_reason', 'text')
      .addColumn('state_at', 'bigint')
      .execute();
    await db.schema.createIndex('camera_leases_state').on('camera_leases').column('state_at').execute();
    await db.schema.createIndex('camera_leases_node').on('camera_leases').column('node_id').execute();

    // Null where one machine runs alone.
    await db.schema.alterTable('segments').addColumn('node_id', 'text').execute();
    await db.schema.alterTable('segments').addColumn('lease_token', 'bigint').execute();
  },
};
