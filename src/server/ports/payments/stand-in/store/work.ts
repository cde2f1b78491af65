import { sql } from 'kysely';
import type Stripe from 'stripe';
import type { Database } from '../../../../db/connection/connect.ts';
import { missing } from '../http/api-error.ts';
import { dueOf, idOf, type Kept, type Kind, type Kinds, type Reference } from './kinds.ts';
import { newId } from './ids.ts';
import { newObject } from './new-objects.ts';

/** Filters and cursor of a list. Lists are sorted by newest first, as at Stripe. */
export type Search = {
  /** Fields with their values, possibly nested. */
  match?: object;
  createdFrom?: number | undefined;
  startingAfter?: string | undefined;
  statuses?: readonly string[] | undefined;
  limit?: number;
};

/**
 * Unit of work of one request: objects are read once, changed in memory, and written together with their events at the end. `at`
 * is the Unix second of the request.
 */
export class Work {
  readonly #db: Database;
  readonly #known = new Map<string, Kept | null>();
  readonly #changed = new Set<string>();
  #events: { type: string; object: Kept; at: number }[] = [];
  /** Unix seconds. */
  at: number;
  /** Number of events that were written. */
  emittedEvents = 0;

  constructor(db: Database, at: number) {
    this.#db = db;
    this.at = at;
  }

  /** Finds an object of any kind by its id; null for none. */
  async any(id: string): Promise<Kept | null> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const { rows } = await sql<{ doc: Kept }>`
      select doc from stripe_stand_in.objects where id = ${id}`.execute(this.#db);
    const found = rows[0]?.doc ?? null;
    this.#known.set(id, found);
    return found;
  }

  /** Finds an object; null for none. */
  async find<K extends Kind>(kind: K, reference: Reference): Promise<Kinds[K] | null> {
    const id = idOf(reference);
    const found = id ? await this.any(id) : null;
    return found?.object === kind ? (found as Kinds[K]) : null;
  }

  /** Returns an object. @throws ApiError 404, with Stripe's message */
  async get<K extends Kind>(kind: K, reference: Reference): Promise<Kinds[K]> {
    const found = await this.find(kind, reference);
    if (!found) throw missing(kind, idOf(reference) ?? '');
    return found;
  }

  /** Adds an object. All objects and events are written at the end of the work. */
  add<K extends Kind>(kind: K, fields: Partial<Kinds[K]>, event?: string): Kinds[K] {
    return this.#put(newObject(kind, this.at, fields), event);
  }

  /** Replaces fields of an object. Returns the changed object. */
  change<T extends Kept>(object: T, changes: Partial<NoInfer<T>>, event?: string): T {
    return this.#put({ ...object, ...changes }, event);
  }

  #put<T extends Kept>(object: T, event: string | undefined): T {
    this.#known.set(object.id, object);
    this.#changed.add(object.id);
    if (event !== undefined) this.emit(event, object);
    return object;
  }

  /** Emits an event with a copy of the object. */
  emit(type: string, object: Kept): void {
    this.#events.push({ type, object: structuredClone(object), at: this.at });
  }

  /** Lists stored objects, newest first. Writes earlier changes of this work first, so that they are found. */
  async list<K extends Kind>(kind: K, search: Search): Promise<{ data: Kinds[K][]; has_more: boolean }> {
    await this.flush();
    const { match, createdFrom, startingAfter, statuses, limit = 100 } = search;
    const conditions = [
      sql`kind = ${kind}`,
      match && sql`doc @> ${JSON.stringify(match)}::jsonb`,
      createdFrom !== undefined && sql`created >= ${createdFrom}`,
      statuses && sql`doc ->> 'status' = any(${statuses})`,
      startingAfter !== undefined &&
        sql`seq < (select seq from stripe_stand_in.objects where id = ${startingAfter})`,
    ].filter((condition) => typeof condition === 'object');
    const { rows } = await sql<{ doc: Kept }>`
      select doc from stripe_stand_in.objects where ${sql.join(conditions, sql` and `)}
      order by seq desc limit ${limit + 1}`.execute(this.#db);
    return {
      data: rows.slice(0, limit).map(({ doc }) => this.#read(doc) as Kinds[K]),
      has_more: rows.length > limit,
    };
  }

  /** Finds the next objects that are due until `until`. */
  async due(until: number, limit: number): Promise<{ object: Kept; due: number }[]> {
    await this.flush();
    const { rows } = await sql<{ doc: Kept; due: number }>`
      select doc, due from stripe_stand_in.objects where due <= ${until}
      order by due, seq limit ${limit}`.execute(this.#db);
    return rows.map(({ doc, due }) => ({ object: this.#read(doc), due }));
  }

  /** Returns a stored object as this work knows it. */
  #read(doc: Kept): Kept {
    const known = this.#known.get(doc.id) ?? doc;
    this.#known.set(doc.id, known);
    return known;
  }

  /** Writes changed objects and events. */
  async flush(): Promise<void> {
    const objects = [...this.#changed].flatMap((id) => this.#known.get(id) ?? []);
    this.#changed.clear();
    if (objects.length > 0) {
      const rows = objects.map((doc) => ({ doc, due: dueOf(doc) }));
      await sql`
        insert into stripe_stand_in.objects (id, kind, created, due, doc)
        select doc ->> 'id', doc ->> 'object', coalesce((doc ->> 'created')::bigint, ${this.at}), due, doc
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (due bigint, doc jsonb)
        on conflict (id) do update set due = excluded.due, doc = excluded.doc`.execute(this.#db);
    }
    const events = this.#events.map(({ type, object, at }) => ({
      ...{ id: newId('evt'), object: 'event', type, api_version: apiVersion, created: at },
      ...{ data: { object }, livemode: false, pending_webhooks: 1, request: null },
    }));
    this.#events = [];
    if (events.length > 0)
      await sql`
        insert into stripe_stand_in.events (id, type, created, doc)
        select row ->> 'id', row ->> 'type', (row ->> 'created')::bigint, row
        from jsonb_array_elements(${JSON.stringify(events)}::jsonb) as list (row)`.execute(this.#db);
    this.emittedEvents += events.length;
  }
}

/** The API version of the stand-in: that of the SDK. */
const apiVersion: Stripe.LatestApiVersion = '2026-10-28.endive';
