import { startSession } from '../src/server/features/sessions/api.ts';
import { enrol } from '../testing/second-step.ts';
import { fullAnswers, halfAnswers, person, provider } from '../testing/people.ts';
import type { Stage } from './stage.ts';

const residents = 80;

/** The Cookie header of an administrator of a house with 80 residents, each fourth of them with a signed plan. */
export async function administratorOfHouse({ services }: Stage): Promise<string> {
  const providerId = await provider(services, 'Wallaby Lodge');
  const [signed, begun] = [fullAnswers(), halfAnswers().step1];
  for (let number = 0; number < residents; number += 1) {
    await person(services, {
      providerId,
      firstName: `Resident ${number + 1}`,
      plan: number % 4 === 0 ? { status: 'complete', answers: signed } : { status: 'draft', answers: begun },
    });
  }
  const { userId } = await person(services, { role: 'provideradmin', providerId });
  await enrol(services, userId, { app: true });
  const { token } = await startSession(services.db, new Date(), { id: userId, role: 'provideradmin' }, null);
  return `wattle=${token}`;
}
