import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayGuessApart } from './divided-guesses.ts';
import { guessesPerDay } from './emergency-throttle.ts';

describe('guesses that are divided among processes', () => {
  it('are an equal part of those that are left, less two for the return [C-01] [D-07]', () => {
    const allowed = (stored: number, processes: number) => {
      let own = 0;
      while (mayGuessApart({ stored, own, processes })) own += 1;
      return own;
    };
    expect([
      allowed(0, 1),
      allowed(0, 2),
      allowed(0, 4),
      allowed(70, 2),
      allowed(98, 1),
      allowed(200, 2),
    ]).toEqual([98, 49, 24, 14, 0, 0]);
  });

  it('never are more than a hundred with those before, whichever process is asked [C-01] [D-07]', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 120 }),
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.nat({ max: 1_000 }), { maxLength: 300 }),
        (stored, processes, asked) => {
          const own = Array.from({ length: processes }, () => 0);
          for (const one of asked) {
            const process = one % processes;
            if (mayGuessApart({ stored, own: own[process]!, processes })) own[process]! += 1;
          }
          const made = own.reduce((sum, each) => sum + each, 0);
          expect(made === 0 || stored + made <= guessesPerDay).toBe(true);
        },
      ),
    );
  });

  it('count those that a process stored in the primary and the replica lacks [C-01]', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100 }),
        fc.array(fc.nat({ max: 10 }), { minLength: 2, maxLength: 8 }),
        (stored, lacking) => {
          const processes = lacking.length;
          const own = lacking.map((before) => {
            let count = before;
            while (mayGuessApart({ stored, own: count, processes })) count += 1;
            return count;
          });
          const total = stored + own.reduce((sum, each) => sum + each, 0);
          const known = stored + lacking.reduce((sum, each) => sum + each, 0);
          // The sum exceeds a hundred only if one process alone had more than its part.
          const over = lacking.map((each) => Math.max(0, each - Math.floor((98 - stored) / processes)));
          expect(total <= Math.max(guessesPerDay, known) + over.reduce((sum, each) => sum + each, 0)).toBe(
            true,
          );
        },
      ),
    );
  });
});
