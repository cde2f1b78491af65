import { builder } from '../../../graphql/builder.ts';
import { Language } from '../../../graphql/enums.ts';
import { previewEmergency, type EmergencyPreview } from './preview-emergency.ts';

const EmergencyPreviewRef = builder.objectRef<EmergencyPreview>('EmergencyPreview').implement({
  description: 'What staff would see first with the emergency card.',
  fields: (t) => ({
    first_screen: t.exposeString('first_screen', { description: 'HTML without a document around it.' }),
    styles: t.exposeString('styles', { description: 'Style sheet for a shadow root.' }),
  }),
});

builder.queryFields((t) => ({
  previewEmergency: t.field({
    type: EmergencyPreviewRef,
    nullable: true,
    description: 'Of the signed plan, or of the stored draft as if it were signed now.',
    args: { user_id: t.arg.id({ required: true }), language: t.arg({ type: Language, required: true }) },
    resolve: (_, args, context) => previewEmergency.call(context, args),
  }),
}));
