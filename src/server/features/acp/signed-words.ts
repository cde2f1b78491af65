import { can } from '../../../domain/access/access.ts';
import type { Section } from '../../../domain/questionnaire/present.ts';
import type { Context } from '../../pipeline/context.ts';
import { refusedAccess } from '../../pipeline/access-denied-log.ts';
import { getFrozenSections, type Acp } from './store.ts';

/** The words of a signed plan as they were signed, for those who may read the plan. */
export async function findSignedSections(
  context: Context,
  { id, user_id }: Pick<Acp, 'id' | 'user_id'>,
): Promise<Section[]> {
  const { services, actor } = context;
  const decision = can(actor, 'plan.read', { ownerId: user_id });
  if (decision !== 'allow')
    throw refusedAccess(context, { name: 'acp.signed_sections', action: 'plan.read' }, decision);
  return getFrozenSections(services.db, services, id);
}
