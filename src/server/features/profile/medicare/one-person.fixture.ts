import type { TestApp } from '../../../../../testing/start-app.ts';
import { freshEmail, sendSignUp } from '../../sign-in/sign-in.fixture.ts';

let cards = 0;

/** Returns the first nine digits of an unused card. */
export function freshCard(): string {
  const eight = `4${String((cards += 1)).padStart(7, '0')}`;
  const weights = [1, 3, 7, 9, 1, 3, 7, 9];
  return `${eight}${weights.reduce((total, weight, index) => total + weight * Number(eight[index]), 0) % 10}`;
}

/** Signs up with a Medicare number; returns the address, and the code of the result. */
export async function signUpWith(app: TestApp, medicareNumber: string, birthDate: string) {
  const email = freshEmail();
  const { body } = await sendSignUp(app, { email, medicareNumber, birthDate });
  return { email, code: String(body.error) };
}
