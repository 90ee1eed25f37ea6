import { Module, type DynamicModule } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource, DataSourceOptions } from 'typeorm';
import { Database } from './database.js';

/** Opens a service's one pool of connections; `entities` are those that its modules name by `TypeOrmModule.forFeature`. */
export type OpenDataSource = (entities: DataSourceOptions['entities']) => Promise<DataSource>;

/** Gives all modules of a service its {@link Database}, and its repositories a data source that ends with the process. */
@Module({})
export class DatabaseModule {
  static forRoot(open: OpenDataSource): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        TypeOrmModule.forRootAsync({
          // Whoever opens it knows better when to try again.
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
