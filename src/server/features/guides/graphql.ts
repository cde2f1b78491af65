import { builder } from '../../graphql/builder.ts';
import { UserRef } from '../profile/api.ts';
import { confirmDonor, confirmHealthRecord, undoDonor, undoHealthRecord } from './operations.ts';

builder.mutationFields((t) => ({
  confirmHealthRecord: t.field({
    type: UserRef,
    description: 'Stores health_record_confirm_date. An existing date stays until the plan changes.',
    args: { user_id: t.arg.id() },
    resolve: (_, args, context) => confirmHealthRecord.call(context, args),
  }),
  confirmDonor: t.field({
    type: UserRef,
    description: 'Stores donor_confirm_date. An existing date stays.',
    args: { user_id: t.arg.id() },
    resolve: (_, args, context) => confirmDonor.call(context, args),
  }),
  undoHealthRecord: t.field({
    type: UserRef,
    description: 'Takes health_record_confirm_date away.',
    args: { user_id: t.arg.id() },
    resolve: (_, args, context) => undoHealthRecord.call(context, args),
  }),
  undoDonor: t.field({
    type: UserRef,
    description: 'Takes donor_confirm_date away.',
    args: { user_id: t.arg.id() },
    resolve: (_, args, context) => undoDonor.call(context, args),
  }),
}));
