import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { form, formInput, readForm, text } from './form.ts';
import { problem } from './field-errors.ts';

const colour = form(
  { colour: text, shade: text },
  (values) => [
    ...problem('colour', values.colour === '' ? 'field.required' : undefined, {
      label: 'field.name.state',
    }),
    ...problem('shade', values.shade === '' ? 'field.code.required' : undefined),
  ],
  (values) => ({ colour: values.colour.trim() }),
);

describe('a form', () => {
  it('leaves out unknown fields, and reports the error of each field', () => {
    expect(readForm(colour, { colour: ' red ', shade: 'x', role: 'admin' })).toEqual({
      ok: true,
      value: { colour: 'red' },
    });
    expect(readForm(colour, {})).toEqual({
      ok: false,
      fields: [
        { field: 'colour', message: 'field.required', params: { label: 'field.name.state' } },
        { field: 'shade', message: 'field.code.required' },
      ],
    });
  });

  it('has one general error for a value that is not a form', () => {
    for (const sent of [null, undefined, 'x', 7])
      expect(readForm(colour, sent)).toEqual({
        ok: false,
        fields: [{ field: 'form', message: 'error.general_error' }],
      });
  });
});

describe('a form as the input of an operation', () => {
  const input = formInput(colour, { id: z.string() });

  it('returns the result of the form, with the fields beside it', () => {
    expect(readForm(input, { colour: ' red ', shade: 'x', id: 'a' })).toEqual({
      ok: true,
      value: { colour: 'red', id: 'a' },
    });
    expect(readForm(formInput(colour), { colour: 'red', shade: 'x' })).toEqual({
      ok: true,
      value: { colour: 'red' },
    });
  });

  it('refuses unknown fields, so that no field that was sent along is taken as set', () => {
    for (const sent of [{ role: 'admin' }, { id: 'a' }])
      expect(readForm(formInput(colour), { colour: 'red', shade: 'x', ...sent }).ok).toBe(false);
  });

  it('reports the errors of the form, and of the fields beside it', () => {
    expect(readForm(input, { id: 'a' })).toMatchObject({
      ok: false,
      fields: [
        { field: 'colour', message: 'field.required', params: { label: 'field.name.state' } },
        { field: 'shade', message: 'field.code.required' },
      ],
    });
    expect(readForm(input, { colour: 'red', shade: 'x', id: 7 })).toEqual({
      ok: false,
      fields: [{ field: 'id', message: 'error.general_error' }],
    });
  });
});
