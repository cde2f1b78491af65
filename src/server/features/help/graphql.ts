import { builder } from '../../graphql/builder.ts';
import { writeToHelp } from './operations.ts';

const HelpTicketRef = builder.objectRef<{ ticket: number }>('HelpTicket').implement({
  fields: (t) => ({
    ticket: t.exposeInt('ticket', { description: 'The number to ask about the message by.' }),
  }),
});

builder.mutationFields((t) => ({
  writeToHelp: t.field({
    type: HelpTicketRef,
    args: {
      name: t.arg.string({ required: true }),
      email: t.arg.string({ required: true }),
      topic: t.arg.string({ required: true }),
      message: t.arg.string({ required: true }),
      language: t.arg.string({ required: true, description: 'Of the page, for the answer: en or zh.' }),
      idempotency_key: t.arg.string(),
    },
    resolve: (_, args, context) => writeToHelp.call(context, args),
  }),
}));
