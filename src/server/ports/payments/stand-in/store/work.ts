import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type Stripe from 'stripe';
import { ApiError } from '../http/api-error.ts';
import { columnsOf, idOf, type Kept, type Kind, type Kinds } from './kinds.ts';
import type { StandInDatabase } from './schema.ts';

const letters = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Returns random letters and digits that cannot be guessed. */
export const randomText = (length: number): string =>
  Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('');

/** Returns a new id, such as `cus_` and 20 letters or digits. */
export const newId = (prefix: string): string => `${prefix}_${randomText(20)}`;

/** Filters and cursor of a list. Lists are sorted by newest first, as at Stripe. */
export type Search = {
  customer?: string | undefined;
  parent?: string | undefined;
  code?: string | undefined;
  createdFrom?: number | undefined;
  startingAfter?: string | undefined;
  status?: readonly string[] | undefined;
  limit?: number | undefined;
};

/**
 * Unit of work of one request: objects are read once, changed in memory, and written together with their events at the end. `at`
 * is the Unix second of the request, or of its test clock.
 */
export class Work {
  readonly #db: StandInDatabase;
  readonly #known = new Map<string, Kept | null>();
  readonly #changed = new Set<string>();
  #events: { type: string; object: Kept; at: number }[] = [];
  /** Unix seconds. */
  at: number;
  /** Number of events that were written. */
  emittedEvents = 0;
  request: Stripe.Event.Request = { id: null, idempotency_key: null };

  constructor(db: StandInDatabase, at: number) {
    this.#db = db;
    this.at = at;
  }

  /** Finds an object by its id; null for none. */
  async find<K extends Kind>(kind: K, id: string): Promise<Kinds[K] | null> {
    if (id === '') return null;
    await this.preload([id]);
    const found = this.#known.get(id);
    return found?.object === kind ? (found as Kinds[K]) : null;
  }

  /** Returns an object by its id. @throws ApiError 404, with Stripe's message */
  async get<K extends Kind>(
    kind: K,
    reference: string | { id: string } | null | undefined,
  ): Promise<Kinds[K]> {
    const id = idOf(reference) ?? '';
    const found = id ? await this.find(kind, id) : null;
    if (!found) throw ApiError.missing(kind, id);
    return found;
  }

  /** Reads objects of any kind in one statement, for later calls of `find` and `get`. */
  async preload(ids: readonly string[]): Promise<void> {
    const unread = [...new Set(ids)].filter((id) => !this.#known.has(id));
    if (unread.length === 0) return;
    for (const id of unread) this.#known.set(id, null);
    const rows = await this.#db
      .selectFrom('stripe_stand_in.objects')
      .select(['id', 'doc'])
      .where('id', 'in', unread)
      .execute();
    for (const { id, doc } of rows) this.#known.set(id, doc as Kept);
  }

  /** Finds an object of any kind by its id; null for none. */
  async any(id: string): Promise<Kept | null> {
    await this.preload([id]);
    return this.#known.get(id) ?? null;
  }

  /** Registers a new or changed object, which is written at the end of the work. */
  put<T extends Kept>(object: T): T {
    this.#known.set(object.id, object);
    this.#changed.add(object.id);
    return object;
  }

  /** Emits an event with a copy of the object, which is written at the end of the work. */
  emitEvent(type: string, object: Kept): void {
    this.#events.push({ type, object: structuredClone(object), at: this.at });
  }

  /** Lists stored objects, newest first. Writes earlier changes of this work first, so that they are found. */
  async list<K extends Kind>(kind: K, search: Search): Promise<{ data: Kinds[K][]; has_more: boolean }> {
    await this.flush();
    const limit = search.limit ?? 10;
    let query = this.#db
      .selectFrom('stripe_stand_in.objects')
      .select(['id', 'doc'])
      .where('kind', '=', kind)
      .orderBy('seq', 'desc')
      .limit(limit + 1);
    if (search.customer !== undefined) query = query.where('customer', '=', search.customer);
    if (search.parent !== undefined) query = query.where('parent', '=', search.parent);
    if (search.code !== undefined) query = query.where('code', '=', search.code);
    if (search.createdFrom !== undefined) query = query.where('created', '>=', search.createdFrom);
    if (search.status) query = query.where(sql`doc ->> 'status'`, 'in', search.status);
    if (search.startingAfter !== undefined)
      query = query.where('seq', '<', (select) =>
        select
          .selectFrom('stripe_stand_in.objects')
          .select('seq')
          .where('id', '=', search.startingAfter ?? ''),
      );
    const rows = await query.execute();
    const data = rows.slice(0, limit).map(({ id, doc }) => {
      const known = this.#known.get(id) ?? (doc as Kept);
      this.#known.set(id, known);
      return known as Kinds[K];
    });
    return { data, has_more: rows.length > limit };
  }

  /** Finds the next objects that are due until `until`, by their test clock or the product's clock. */
  async due(until: number, clock: string | null, limit: number): Promise<{ object: Kept; due: number }[]> {
    await this.flush();
    const rows = await this.#db
      .selectFrom('stripe_stand_in.objects')
      .select(['id', 'doc', 'due'])
      .where('due', '<=', until)
      .where('clock', clock === null ? 'is' : '=', clock)
      .orderBy('due')
      .orderBy('seq')
      .limit(limit)
      .execute();
    return rows.map(({ id, doc, due }) => {
      const object = this.#known.get(id) ?? (doc as Kept);
      this.#known.set(id, object);
      return { object, due: due ?? until };
    });
  }

  /** Returns the objects of one parent, at most a hundred. */
  async childrenOf<K extends Kind>(kind: K, parent: string): Promise<Kinds[K][]> {
    return (await this.list(kind, { parent, limit: 100 })).data;
  }

  /** Writes changed objects and events. */
  async flush(): Promise<void> {
    const objects = [...this.#changed].flatMap((id) => this.#known.get(id) ?? []);
    this.#changed.clear();
    if (objects.length > 0) {
      const rows = objects.map((object) => ({
        id: object.id,
        kind: object.object,
        created: 'created' in object && typeof object.created === 'number' ? object.created : this.at,
        ...columnsOf(object),
        doc: object,
      }));
      await sql`
        insert into stripe_stand_in.objects (id, kind, created, customer, parent, code, clock, due, doc)
        select id, kind, created, customer, parent, code, clock, due, doc
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
          id text, kind text, created bigint, customer text, parent text, code text, clock text, due bigint, doc jsonb)
        on conflict (id) do update set customer = excluded.customer, parent = excluded.parent, code = excluded.code,
          clock = excluded.clock, due = excluded.due, doc = excluded.doc`.execute(this.#db);
    }
    const events = this.#events.map(({ type, object, at }) => ({
      id: newId('evt'),
      object: 'event' as const,
      api_version: apiVersion,
      created: at,
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: this.request,
      type,
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
export const apiVersion: Stripe.LatestApiVersion = '2026-10-28.endive';
