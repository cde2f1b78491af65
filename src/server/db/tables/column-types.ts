import type { ColumnType } from 'kysely';

export type Moment = ColumnType<Date, Date | string, Date | string>;
export type MomentDefault = ColumnType<Date, Date | string | undefined, Date | string>;
export type Json<T> = ColumnType<T, string | undefined, string>;
export type DateOnly = string;
