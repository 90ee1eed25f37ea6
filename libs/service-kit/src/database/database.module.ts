import { Module, type DynamicModule } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource, DataSourceOptions } from 'typeorm';
import { Database } from './database.js';

/**
 * Opens a service's one connection pool; `entities` are those that its modules name with
 * `TypeOrmModule.forFeature`.
 */
export type OpenDataSource = (entities: DataSourceOptions['entities']) => Promise<DataSource>;

/**
 * Provides a service's {@link Database} to all its modules, and its repositories with a data source that ends
 * with the process.
 */
@Module({})
export class DatabaseModule {
  static forRoot(open: OpenDataSource): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        TypeOrmModule.forRootAsync({
          // `openDatabase` already decides when to retry.
          useFactory: () => ({ type: 'postgres', autoLoadEntities: true, toRetry: () => false }),
          dataSourceFactory: (options) => open(options?.entities ?? []),
        }),
      ],
      providers: [
        {
          provide: Database,
          inject: [getDataSourceToken()],
          useFactory: (dataSource: DataSource) => new Database(dataSource),
        },
      ],
      exports: [Database],
    };
  }
}
