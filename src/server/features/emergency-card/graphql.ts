import { builder } from '../../graphql/builder.ts';
import { getEmergencyCard, renewEmergencyCard, type EmergencyCard } from './operations.ts';

const EmergencyCardRef = builder.objectRef<EmergencyCard>('EmergencyCard').implement({
  fields: (t) => ({
    full_name: t.exposeString('full_name'),
    dob: t.expose('dob', { type: 'Date', nullable: true }),
    care_provider: t.exposeString('care_provider', { nullable: true }),
    pin: t.exposeString('pin', { description: 'Six digits.' }),
    share_id: t.exposeString('share_id'),
    url: t.exposeString('url', { description: 'What the code on the card leads to.' }),
    version: t.exposeInt('version', {
      description: 'The version of the plan, printed on the card; 0 if it opens only a directive.',
    }),
    completed_at: t.expose('completed_at', { type: 'DateTime' }),
    of_directive: t.exposeBoolean('of_directive', {
      description: 'Whether it opens only a directive that the person added.',
    }),
  }),
});

builder.queryFields((t) => ({
  getEmergencyCard: t.field({
    type: EmergencyCardRef,
    nullable: true,
    description: 'Null while there is neither a signed plan nor a directive of the person.',
    args: { user_id: t.arg.id() },
    resolve: (_, args, context) => getEmergencyCard.call(context, args),
  }),
}));

builder.mutationFields((t) => ({
  renewEmergencyCard: t.field({
    type: EmergencyCardRef,
    nullable: true,
    args: { user_id: t.arg.id(), idempotency_key: t.arg.string() },
    resolve: (_, args, context) => renewEmergencyCard.call(context, args),
  }),
}));
