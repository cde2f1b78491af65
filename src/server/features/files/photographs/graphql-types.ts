import type { PhotographedPage } from '../../../../domain/files/photographs.ts';
import { builder } from '../../../graphql/builder.ts';

const PageFields = {
  number: 'Identifies the photograph in its document. It is never used again there.',
  size: 'Bytes of the photograph.',
  turn: 'Degrees clockwise: 0, 90, 180 or 270.',
  crop: 'What is cut off at this edge of the turned photograph, in percent.',
};

export const PhotographRef = builder
  .objectRef<PhotographedPage & { received: number; url: string }>('Photograph')
  .implement({
    description: 'A photographed page of an unfinished document.',
    fields: (t) => ({
      number: t.exposeInt('number', { description: PageFields.number }),
      size: t.exposeInt('size', { description: PageFields.size }),
      received: t.exposeInt('received', {
        description: 'Parts that arrived from the first on without a gap.',
      }),
      turn: t.exposeInt('turn', { description: PageFields.turn }),
      top: t.int({ description: PageFields.crop, resolve: ({ crop }) => crop.top }),
      right: t.int({ description: PageFields.crop, resolve: ({ crop }) => crop.right }),
      bottom: t.int({ description: PageFields.crop, resolve: ({ crop }) => crop.bottom }),
      left: t.int({ description: PageFields.crop, resolve: ({ crop }) => crop.left }),
      url: t.exposeString('url', {
        description:
          'GET the picture here; PUT the bytes of each part to this address, "/parts/" and its number, from 1.',
      }),
    }),
  });

export const PhotographInput = builder.inputType('PhotographInput', {
  description: 'A photographed page: its place is that in the list.',
  fields: (t) => ({
    number: t.int({ required: true, description: PageFields.number }),
    size: t.int({ required: true, description: PageFields.size }),
    turn: t.int({ required: true, description: PageFields.turn }),
    top: t.int({ required: true, description: PageFields.crop }),
    right: t.int({ required: true, description: PageFields.crop }),
    bottom: t.int({ required: true, description: PageFields.crop }),
    left: t.int({ required: true, description: PageFields.crop }),
  }),
});
