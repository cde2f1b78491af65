import { describe, expect, it } from 'vitest';
import { deletionForm } from './deletion.ts';
import { readForm } from './form.ts';

describe('the form to delete an account', () => {
  it('requires the word DELETE, in capitals, and the unchanged password [D-19]', () => {
    expect(readForm(deletionForm, { confirm: ' DELETE ', password: ' x ' })).toEqual({
      ok: true,
      value: { confirm: 'DELETE', password: ' x ' },
    });
    for (const confirm of ['', 'delete', 'DELETE!', 'D E L E T E'])
      expect(readForm(deletionForm, { confirm, password: '' })).toEqual({
        ok: false,
        fields: [
          { field: 'confirm', message: 'settings.privacy.delete.type' },
          { field: 'password', message: 'field.password.required' },
        ],
      });
  });
});
