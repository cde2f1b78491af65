import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullAnswers, fullAnswersZh, person } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';

/**
 * Maximum size of a signed state in bytes: its row with answers and signed texts, and the picture of the signature, which is
 * stored once.
 */
const most = 12_000;

describe('a signed state of a plan with every answer', () => {
  let test: TestServices;
  beforeAll(async () => {
    test = await startServices();
  });
  afterAll(() => test.close());

  it.each([
    ['en', fullAnswers()],
    ['zh', fullAnswersZh()],
  ] as const)('takes at most 12 kB: %s [R-93]', async (language, answers) => {
    const { userId } = await person(test.services, { language, plan: { status: 'complete', answers } });
    const { rows } = await test.pool.query<{ state: number; words: number; pictures: number }>(
      `select octet_length(answers_sealed) + octet_length(snapshot_sealed) as state, octet_length(snapshot_sealed) as words,
         (select sum(octet_length(picture_sealed)) from signatures where user_id = $1) as pictures
       from acps where user_id = $1`,
      [userId],
    );
    const { state, words, pictures } = rows[0]!;
    expect(words).toBeGreaterThan(1_000);
    expect(pictures).toBeGreaterThan(1_000);
    // The other columns take about 500 bytes.
    expect(state + pictures + 500).toBeLessThan(most);
  });
});
