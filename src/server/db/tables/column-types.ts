import type { ColumnType } from 'kysely';

export type Moment = ColumnType<Date, Date | string, Date | string>;
export type MomentDefault = ColumnType<Date, Date | string | undefined, Date | string>;
/** Written as JSON text, because an array would become a PostgreSQL array. */
export type Json<T> = ColumnType<T, string, string>;
export type JsonDefault<T> = ColumnType<T, string | undefined, string>;
/** YYYY-MM-DD (D-25). */
export type DateOnly = string;
