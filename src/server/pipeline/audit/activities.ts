import { sql } from 'kysely';
import type { Activities, ActivityTemplate } from '../../../domain/activities.ts';
import type { Tx } from '../context.ts';

/** One line of the recent activities of a person. */
export type Activity<Template extends ActivityTemplate> = {
  template: Template;
  /** The person whose account and plan the line is about. */
  userId: string;
  /** The acting person; null for the product, and if unknown. */
  actorId: string | null;
  /** True if the actor is a staff member in the person's account. */
  inside?: boolean;
  /** The staff member beside the person (N-08). */
  beside?: string;
  at: Date;
};

/** Writes a line into the list of recent activities, or one line for each of several facts, in one statement. */
export async function recordActivity<Template extends ActivityTemplate>(
  tx: Tx,
  { template, userId, actorId, inside, beside, at }: Activity<Template>,
  ...facts: Activities[Template][]
): Promise<void> {
  if (facts.length === 0) return;
  const more = { ...(inside && { inside }), ...(beside && { beside }) };
  await sql`
    insert into recent_activities (template, metadata, user_id, actor_id, created_at)
    select ${template}, ${Object.keys(more).length > 0 ? sql`metadata || ${JSON.stringify(more)}::jsonb` : sql`metadata`}, ${userId}::uuid, ${actorId}::uuid, ${at}::timestamptz
    from jsonb_array_elements(${JSON.stringify(facts)}::jsonb) as metadata`.execute(tx);
}

/** Writes the same line into the lists of several people. */
export async function recordActivities<Template extends ActivityTemplate>(
  tx: Tx,
  {
    template,
    userIds,
    actorId,
    at,
  }: Omit<Activity<Template>, 'userId' | 'inside' | 'beside'> & { userIds: readonly string[] },
  facts: Activities[Template],
): Promise<void> {
  if (userIds.length === 0) return;
  await sql`
    insert into recent_activities (template, metadata, user_id, actor_id, created_at)
    select ${template}, ${JSON.stringify(facts)}::jsonb, id, ${actorId}::uuid, ${at}::timestamptz from unnest(${[...userIds]}::uuid[]) as id`.execute(
    tx,
  );
}
