import type { SchemaDefinition } from '@likewell/service-kit/database/schema-definition';

/**
 * Returns a schema as it was before a migration and all later ones, for a test that fills the older version
 * with rows.
 */
export const schemaBefore = ({ migrations }: SchemaDefinition, name: string): SchemaDefinition => ({
  migrations: migrations.slice(
    0,
    migrations.findIndex((migration) => migration.name === name),
  ),
  functions: [],
});
