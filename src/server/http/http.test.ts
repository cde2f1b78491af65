import { expect, it } from 'vitest';
import { startApp } from '../../../testing/start-app.ts';

it('gives a request two minutes to arrive, so that senders who stall cannot fill the memory [security 27]', async () => {
  const { application, close } = await startApp();
  expect(application.app.server.requestTimeout).toBe(120_000);
  await close();
});
