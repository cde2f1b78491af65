import { describe, expect, it } from 'vitest';
import { AppError, refuseInvalid } from './errors.ts';

describe('a refusal', () => {
  it('has its code, and its details', () => {
    const cause = new Error('behind it');
    const fields = [{ field: 'email', message: 'field.email.required' as const }];
    expect(new AppError('conflict', { fields, details: { version: 4 }, cause })).toMatchObject({
      name: 'AppError',
      message: 'conflict',
      code: 'conflict',
      fields,
      details: { version: 4 },
      cause,
    });
    expect(new AppError('locked')).toMatchObject({ code: 'locked', fields: [], details: {} });
  });

  it('of an input lists every invalid field, and there is none without one', () => {
    const fields = [{ field: 'email', message: 'field.email.required' as const }];
    expect(() => refuseInvalid(fields)).toThrow(
      expect.objectContaining({ name: 'AppError', code: 'invalid', fields }),
    );
    expect(() => refuseInvalid([])).not.toThrow();
  });
});
